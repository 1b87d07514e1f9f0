import { replayNotifications } from '#functions/webhook-notifications/replay/replay-notifications';
import { existing, OperationFailed, UsageError } from '#ops/errors';
import { choice, identifier, instant, optional, type Values, whole, withDefault } from '#ops/options';
import { instantText, table } from '#ops/text';
import { byPartner, type Context, type Output, verb } from '#ops/verb';
import { startReplay } from '#shared/webhooks/deliveries/replay';
import { deliveryStore } from '#shared/webhooks/deliveries/repository';
import { eventNames, notificationStatuses } from '#shared/webhooks/domain/events';
import type { NotificationItem } from '#shared/webhooks/item';
import { readNotificationPage } from '#shared/webhooks/listing/repository';
import { findNotification } from '#shared/webhooks/repository';
import { findWebhookSettings } from '#shared/webhooks/settings/repository';
import { existingPartner, partnerOption } from './partner';

const range = {
  status: optional('STATUS', `One of ${notificationStatuses.join(', ')}`, choice(notificationStatuses)),
  event: optional('NAME', 'Name of the event, such as COMPLETED_CROSS_RAMP', choice(eventNames)),
  from: optional('INSTANT', 'Made at or after, such as 2026-11-21T10:00:00Z', instant),
  to: optional('INSTANT', 'Made at or before', instant),
};

type Range = Values<typeof range>;

/** Bounds of creation are inclusive. @throws UsageError for those in the wrong order */
function readRange({ status, event, from, to }: Range) {
  if ((from ?? 0) > (to ?? Number.POSITIVE_INFINITY))
    throw new UsageError(`--from ${instantText(from)} is after --to ${instantText(to)}`);
  return {
    ...(from !== undefined && { createdFrom: from }),
    ...(to !== undefined && { createdTo: to }),
    ...(status !== undefined && { status }),
    ...(event !== undefined && { eventType: event }),
  };
}

export const notification = {
  list: verb({
    about: "List a partner's notifications, oldest first, without what they say",
    options: {
      partner: partnerOption,
      ...range,
      limit: withDefault(optional('N', 'How many at most, 1 to 10000 (default: 100)', whole(1, 10_000)), 100),
    },
    check: (given) => readRange(given),
    async run({ partner: partnerId, limit, ...given }) {
      const found: NotificationItem[] = [];
      let after: string | undefined;
      do {
        const part = await readNotificationPage(partnerId, readRange(given), after);
        found.push(...part.items);
        after = part.next;
      } while (after !== undefined && found.length < limit);
      const notifications = found.slice(0, limit).map((item) => {
        const { id, event, status, transactionId = null, createdAt, failedReason = null } = item;
        return { id, event, status, transactionId, createdAt, attempts: item.retryAttempts, failedReason };
      });
      const rows = notifications.map(({ id, status, createdAt, attempts, event, failedReason }) => {
        const identity = { ID: id, STATUS: status, CREATED: createdAt };
        return { ...identity, ATTEMPTS: attempts, EVENT: event, REASON: failedReason };
      });
      const more = after !== undefined || found.length > limit;
      const text = table(rows, 'There is none.');
      return { json: { partnerId, notifications, more }, text: more ? `${text}\n… and more` : text };
    },
  }),

  replay: verb({
    about: "Send a partner's notifications again, with the same ids and bytes: one, or the oldest 1000 of a range",
    writes: true,
    options: {
      partner: partnerOption,
      id: optional('ID', 'One notification, instead of a range', identifier),
      ...range,
    },
    check({ id, ...given }) {
      const hasRange = Object.keys(readRange(given)).length > 0;
      if ((id === undefined) !== hasRange)
        throw new UsageError('Give --id, or a range by --status, --event, --from and --to');
    },
    confirm: ({ partner, id }) =>
      byPartner(partner, `send it ${id === undefined ? 'notifications' : 'a notification'} again`),
    run: ({ partner, id, ...given }, context) =>
      id === undefined ? replayRange(partner, given, context) : replayOne(partner, id, context),
  }),
};

async function replayOne(partnerId: string, id: string, { atMs, record }: Context): Promise<Output> {
  await partnerWithUrl(partnerId);
  const item = existing(await findNotification(partnerId, id), `The partner has no notification ${id}.`);
  const sentAlready = `Notification ${id} is on its way already.`;
  if (item.status === 'PENDING') throw new OperationFailed(sentAlready);
  await record({ notificationId: id }, partnerId);
  if (!(await sendAgain(item, atMs))) throw new OperationFailed(sentAlready);
  return { json: { partnerId, accepted: 1 }, text: `Notification ${id} goes out again.` };
}

/** Sends the oldest thousand of a range again, by the rules that partners' own replays follow. */
async function replayRange(partnerId: string, given: Range, { atMs, record }: Context): Promise<Output> {
  const { name, suspended, flows, agreement } = await partnerWithUrl(partnerId);
  const range = readRange(given);
  await record({ range }, partnerId);
  const reply = await replayNotifications({
    caller: {
      ...{ partnerId, partnerName: name, suspended, flows, agreement, keyId: 'operator' },
      ...{ lastUsedOn: undefined, expiresAtMs: undefined, revokedAtMs: undefined },
    },
    params: {},
    query: {},
    body: range,
    idempotency: undefined,
    baseUrl: '',
    nowMs: atMs,
  });
  if (!('data' in reply)) throw new OperationFailed('The replay gave no count.');
  const { accepted, nextCreatedFrom } = reply.data;
  const rest = nextCreatedFrom === null ? '' : ` There are more: go on with --from ${nextCreatedFrom}.`;
  return { json: { partnerId, accepted, nextCreatedFrom }, text: `${accepted} go out again.${rest}` };
}

/** Sends a notification again. @returns whether it was not on its way already */
export async function sendAgain(item: NotificationItem, atMs: number): Promise<boolean> {
  // One that has changed since it was read is on its way by another hand.
  return item.status !== 'PENDING' && (await deliveryStore.save(item, startReplay(item, atMs))).saved;
}

/** @throws OperationFailed when the partner or its webhook URL is missing */
export async function partnerWithUrl(partnerId: string) {
  const [partner, settings] = await Promise.all([existingPartner(partnerId), findWebhookSettings(partnerId)]);
  if (typeof settings?.url !== 'string')
    throw new OperationFailed('The partner has set no webhook URL: there is nowhere to send to.');
  return partner;
}
