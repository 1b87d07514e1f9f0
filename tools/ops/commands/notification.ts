import { replayNotifications } from '#functions/webhook-notifications/replay/replay-notifications';
import { existing, OperationFailed, UsageError } from '#ops/errors';
import { choice, identifier, instant, name, optional, required, type Values, whole, withDefault } from '#ops/options';
import { findFailedDeliveries, findNotificationOfAny, shownBody } from '#ops/search/notifications';
import { fields, instantText, table } from '#ops/text';
import { byPartner, type Context, type Output, verb } from '#ops/verb';
import { deliveryStore } from '#shared/webhooks/deliveries/repository';
import { startReplay } from '#shared/webhooks/domain/delivery';
import { eventNames, type NotificationStatus, notificationStatuses } from '#shared/webhooks/domain/events';
import { findDefaultEndpoint, findEndpoint } from '#shared/webhooks/endpoints/repository';
import { type DeliveryItem, isAboutPartner, type NotificationItem } from '#shared/webhooks/item';
import { readDeliveryPage, readEndpointDeliveries, withResponses } from '#shared/webhooks/listing/repository';
import { findNotification } from '#shared/webhooks/repository';
import { existingPartner, partnerOption } from './partner';

const range = {
  status: optional(
    'STATUS',
    `Only notifications in this status, one of ${notificationStatuses.join(', ')}`,
    choice(notificationStatuses),
  ),
  event: optional('NAME', 'Only notifications of this event, such as COMPLETED_CROSS_RAMP', choice(eventNames)),
  from: optional(
    'INSTANT',
    'Only notifications created at this time or later, for example 2026-11-21T10:00:00Z',
    instant,
  ),
  to: optional('INSTANT', 'Only notifications created at this time or earlier', instant),
};

const toEndpoint = optional(
  'ID',
  'Select deliveries to this webhook endpoint; --status means the status at this endpoint (default: the default endpoint)',
  identifier,
);

/** Option of verbs that send notifications again. */
export const resendReason = optional(
  'TEXT',
  'Why you do this, for example a ticket number; stored in the audit record. No personal data',
  name,
);

type Range = Values<typeof range>;

/**
 * Reads the filters of notifications: the status, the event and an inclusive range of creation times.
 * @throws UsageError if the range ends before it starts
 */
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
    about:
      'List the webhook notifications of a partner, oldest first, without their bodies. Without --partner and with --status FAILED, list the failed deliveries of all partners and endpoints, newest first',
    options: {
      partner: optional(
        'ID',
        "The partner's identifier. You can omit it only with --status FAILED (default: all partners)",
        identifier,
      ),
      ...range,
      toEndpoint,
      limit: withDefault(optional('N', 'Maximum number of results, 1 to 10000 (default: 100)', whole(1, 10_000)), 100),
    },
    check(given) {
      readRange(given);
      const { partner, status, event, toEndpoint: endpointId } = given;
      if (partner === undefined && (status !== 'FAILED' || event !== undefined || endpointId !== undefined))
        throw new UsageError('Without --partner, use --status FAILED, and neither --event nor --to-endpoint');
    },
    onRecord: ({ partner }) => partner === undefined,
    async run({ partner: partnerId, limit, toEndpoint: endpointId, ...given }, { record }) {
      if (partnerId === undefined) return listFailed(given, limit, record);
      const found: NotificationState[] = [];
      let after: string | undefined;
      do {
        const part = await readStates(partnerId, { ...readRange(given), endpointId }, after);
        for (const one of part.states) found.push(one);
        after = part.next;
      } while (after !== undefined && found.length < limit);
      const notifications = found.slice(0, limit);
      const rows = notifications.map(({ id, status, createdAt, attempts, event, failedReason }) => {
        const identity = { ID: id, STATUS: status, CREATED: createdAt };
        return { ...identity, ATTEMPTS: attempts, EVENT: event, REASON: failedReason };
      });
      const more = after !== undefined || found.length > limit;
      const text = table(rows, 'There are no notifications.');
      return { json: { partnerId, notifications, more }, text: more ? `${text}\n… and more` : text };
    },
  }),

  show: verb({
    about:
      'Show a webhook notification: its body without personal data, its state at each endpoint, and the response to each attempt',
    options: {
      partner: optional(
        'ID',
        "The partner's identifier (default: the tool finds the partner of the notification)",
        identifier,
      ),
      id: required('ID', "The notification's identifier", identifier),
    },
    onRecord: ({ partner }) => partner === undefined,
    async run({ partner, id }, { record }) {
      const found = await (partner === undefined ? findNotificationOfAny(id) : findNotification(partner, id));
      if (partner === undefined) await record({ by: ['id'], notificationId: id, found: found === undefined ? 0 : 1 });
      const item = existing(found, `${partner === undefined ? 'There is' : 'The partner has'} no notification ${id}.`);
      const { partnerId, event, transactionId = null, createdAt } = item;
      const own = await Promise.all([item, ...(await readEndpointDeliveries(item))].map((one) => withResponses(one)));
      const deliveries = own.map(toDeliveryState);
      const rows = deliveries.map(({ endpointId, status, attempts, nextAttemptAt, lastError }) => ({
        ...{ ENDPOINT: endpointId ?? 'default', STATUS: status, ATTEMPTS: attempts, NEXT: nextAttemptAt },
        ERROR: lastError,
      }));
      const body = shownBody(item.body);
      const about = { id, partner: partnerId, event, transaction: transactionId ?? '', created: createdAt };
      const json = { partnerId, id, event, transactionId, createdAt, body, deliveries };
      return { json, text: `${fields(event, about)}\n${table(rows)}\n${JSON.stringify(body, undefined, 2)}` };
    },
  }),

  replay: verb({
    about:
      'Send notifications to a partner again, with the same ids and bodies: either one notification (--id), or the oldest 1000 that match the other options',
    writes: true,
    options: {
      partner: partnerOption,
      id: optional('ID', 'Send only this notification, not a range of notifications', identifier),
      ...range,
      toEndpoint,
      reason: resendReason,
    },
    check({ id, toEndpoint, ...given }) {
      if (id !== undefined && toEndpoint !== undefined)
        throw new UsageError('Use --to-endpoint with a range, not with --id');
      const hasRange = Object.keys(readRange(given)).length > 0;
      if ((id === undefined) !== hasRange)
        throw new UsageError('Use --id, or a range with --status, --event, --from or --to');
    },
    confirm: ({ partner, id }) =>
      byPartner(partner, `send it ${id === undefined ? 'notifications' : 'a notification'} again`),
    run: ({ partner, id, reason, ...given }, context) => {
      const record: Context['record'] = (noted, partnerId) => context.record({ ...noted, reason }, partnerId);
      const onRecord = { ...context, record };
      return id === undefined ? replayRange(partner, given, onRecord) : replayOne(partner, id, onRecord);
    },
  }),
};

/**
 * Lists the FAILED deliveries of all partners. The cost depends on `limit`, not on the amount of stored data: each index
 * partition returns at most `limit` + 1 entries.
 */
async function listFailed({ from, to }: Range, limit: number, record: Context['record']): Promise<Output> {
  const range = { fromMs: from ?? 0, toMs: to ?? Number.MAX_SAFE_INTEGER };
  const { deliveries, more } = await findFailedDeliveries({ ...range, limit });
  await record({ by: ['status'], found: deliveries.length });
  const rows = deliveries.map(({ id, partnerId, endpointId, createdAt, attempts, event, failedReason, lastError }) => ({
    ...{ ID: id, PARTNER: partnerId, ENDPOINT: endpointId ?? 'default', CREATED: createdAt, ATTEMPTS: attempts },
    ...{ EVENT: event, REASON: failedReason, ERROR: lastError },
  }));
  const text = table(rows, 'There are no notifications.');
  return { json: { deliveries, more }, text: more ? `${text}\n… and more` : text };
}

/** A notification and the state of its delivery to one endpoint. */
interface NotificationState {
  readonly id: string;
  readonly event: string;
  readonly status: NotificationStatus;
  readonly transactionId: string | null;
  readonly createdAt: string;
  readonly attempts: number;
  readonly failedReason: string | null;
}

/** Reads the next notifications of a range with the state of their delivery to an endpoint. @default the default endpoint */
async function readStates(
  partnerId: string,
  { endpointId, ...range }: ReturnType<typeof readRange> & { readonly endpointId: string | undefined },
  after: string | undefined,
): Promise<{ readonly states: readonly NotificationState[]; readonly next: string | undefined }> {
  const { endpoint } =
    endpointId === undefined
      ? existing(await findDefaultEndpoint(partnerId), `There is no partner ${partnerId}.`)
      : await existingEndpoint(partnerId, endpointId);
  const { items, next } = await readDeliveryPage(endpoint, range, { after });
  return { states: items.map(({ notification, delivery }) => toState(notification, delivery)), next };
}

/** Returns the state of a notification at one endpoint. */
export function toState(item: NotificationItem, delivery: DeliveryItem | undefined): NotificationState {
  const { id, event, transactionId = null, createdAt } = item;
  const { status = 'NOT_SENT', retryAttempts: attempts = 0, failedReason = null } = delivery ?? {};
  return { id, event, status, transactionId, createdAt, attempts, failedReason };
}

function toDeliveryState(delivery: DeliveryItem) {
  const { status, retryAttempts: attempts, deliveryRun, manualRetryCount, failedReason = null } = delivery;
  return {
    endpointId: delivery.entity === 'DELIVERY' ? delivery.endpointId : null,
    ...{ status, attempts, deliveryRun, manualRetryCount, failedReason },
    nextAttemptAt: instantText(delivery.nextAttemptAt),
    lastError: delivery.attempts.at(-1)?.error ?? null,
    responses: delivery.attempts,
  };
}

/** @throws OperationFailed if the partner has no endpoint with this id */
async function existingEndpoint(partnerId: string, id: string) {
  await existingPartner(partnerId);
  return existing(await findEndpoint(partnerId, id), `The partner has no webhook endpoint ${id}.`);
}

async function replayOne(partnerId: string, id: string, { atMs, record }: Context): Promise<Output> {
  await partnerWithUrl(partnerId);
  const item = existing(await findNotification(partnerId, id), `The partner has no notification ${id}.`);
  const sentAlready = `Notification ${id} is already being sent.`;
  if (item.status === 'PENDING') throw new OperationFailed(sentAlready);
  await record({ notificationId: id }, partnerId);
  if (!(await sendAgain(item, atMs))) throw new OperationFailed(sentAlready);
  return { json: { partnerId, accepted: 1 }, text: `Notification ${id} is sent again.` };
}

/** Sends the oldest 1,000 notifications of a range again, by the same rules as a replay that a partner requests. */
async function replayRange(
  partnerId: string,
  { toEndpoint: endpointId, ...given }: Range & Values<{ readonly toEndpoint: typeof toEndpoint }>,
  { atMs, record }: Context,
): Promise<Output> {
  const find = endpointId === undefined ? partnerWithUrl : existingPartner;
  const { name, suspended, flows, agreement } = await find(partnerId);
  if (endpointId !== undefined) await existingEndpoint(partnerId, endpointId);
  const range = { ...readRange(given), ...(endpointId !== undefined && { endpointId }) };
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
  if (!('data' in reply)) throw new OperationFailed('The replay returned no count.');
  const { accepted, nextCreatedFrom } = reply.data;
  const rest = nextCreatedFrom === null ? '' : ` The range contains more: continue with --from ${nextCreatedFrom}.`;
  return { json: { partnerId, accepted, nextCreatedFrom }, text: `${accepted} notifications are sent again.${rest}` };
}

/** Sends a notification again. @returns false if a delivery is already in progress */
export async function sendAgain(item: NotificationItem, atMs: number): Promise<boolean> {
  // If the notification changed after the read, another request has already sent it.
  return (
    item.status !== 'PENDING' &&
    (await deliveryStore.save(item, startReplay(item, atMs, { isOrdered: !isAboutPartner(item) }))).saved
  );
}

/** @throws OperationFailed if the partner or its webhook URL does not exist */
export async function partnerWithUrl(partnerId: string) {
  const [partner, stored] = await Promise.all([existingPartner(partnerId), findDefaultEndpoint(partnerId)]);
  if (typeof stored?.endpoint.url !== 'string') throw new OperationFailed('The partner has no webhook URL.');
  return partner;
}
