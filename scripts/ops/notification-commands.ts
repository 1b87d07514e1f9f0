import type { Command, Given, OptionSpec } from '#scripts/ops/command';
import { OperationFailed, UsageFault } from '#scripts/ops/faults';
import { columns } from '#scripts/ops/lines';
import { readChoice, readId, readInstant, readWhole } from '#scripts/ops/values';
import { eventNames, notificationStatuses } from '#shared/webhooks/domain/events';
import type { NotificationRange } from '#shared/webhooks/listing/repository';

const noun = 'notification';
const partner = { value: 'ID', required: true, about: "The partner's identifier" };
const range: Readonly<Record<string, OptionSpec>> = {
  status: { value: 'STATUS', about: `One of ${notificationStatuses.join(', ')}` },
  event: { value: 'NAME', about: 'Name of the event, such as COMPLETED_CROSS_RAMP' },
  from: { value: 'INSTANT', about: 'Made at or after, such as 2026-11-21T10:00:00Z' },
  to: { value: 'INSTANT', about: 'Made at or before' },
};

function readRangeOptions(given: Given): NotificationRange {
  const [status, event, from, to] = ['status', 'event', 'from', 'to'].map((name) => given.text(name));
  const bounds = {
    ...(from !== undefined && { createdFrom: readInstant('from', from) }),
    ...(to !== undefined && { createdTo: readInstant('to', to) }),
  };
  if ((bounds.createdFrom ?? 0) > (bounds.createdTo ?? Number.POSITIVE_INFINITY))
    throw new UsageFault(`--from ${from} is after --to ${to}`);
  return {
    ...bounds,
    ...(status !== undefined && { status: readChoice('status', status, notificationStatuses) }),
    ...(event !== undefined && { eventType: readChoice('event', event, eventNames) }),
  };
}

const list: Command = {
  noun,
  verb: 'list',
  about: "List a partner's notifications, oldest first, without what they say",
  options: {
    partner,
    ...range,
    limit: { value: 'N', about: 'How many at most, 1 to 10000 (default: 100)' },
  },
  prepare(given) {
    const partnerId = readId('partner', given.required('partner'));
    const asked = readRangeOptions(given);
    const limit = readWhole('limit', given.text('limit') ?? '100', { least: 1, most: 10_000 });
    return {
      async run() {
        // Loaded here, as below: the other verbs need nothing of it.
        const { readNotificationPage } = await import('#shared/webhooks/listing/repository');
        const found = [];
        let after: string | undefined;
        do {
          const part = await readNotificationPage(partnerId, asked, after);
          found.push(...part.items);
          after = part.next;
        } while (after !== undefined && found.length < limit);
        const notifications = found.slice(0, limit).map((item) => ({
          id: item.id,
          event: item.event,
          status: item.status,
          transactionId: item.transactionId ?? null,
          createdAt: item.createdAt,
          attempts: item.retryAttempts,
          failedReason: item.failedReason ?? null,
        }));
        const rows = notifications.map(({ id, event, status, createdAt, attempts, failedReason }) => [
          id,
          status,
          createdAt,
          String(attempts),
          event,
          failedReason ?? '',
        ]);
        const more = after !== undefined || found.length > limit;
        const headings = ['ID', 'STATUS', 'CREATED', 'ATTEMPTS', 'EVENT', 'REASON'];
        const text = rows.length === 0 ? 'There is none.' : columns(headings, rows);
        return { json: { partnerId, notifications, more }, text: more ? `${text}\n… and more` : text };
      },
    };
  },
};

const replay: Command = {
  noun,
  verb: 'replay',
  about:
    "Send a partner's notifications again, with the same ids and bytes: one, or the oldest 1000 of a range",
  writes: 'asked',
  options: { partner, id: { value: 'ID', about: 'One notification, instead of a range' }, ...range },
  prepare(given) {
    const partnerId = readId('partner', given.required('partner'));
    const id = given.text('id');
    const asked = readRangeOptions(given);
    const inRange = Object.keys(asked).length > 0;
    if ((id === undefined) !== inRange)
      throw new UsageFault('Give --id, or a range by --status, --event, --from and --to');
    const one = id === undefined ? undefined : readId('id', id);
    return {
      confirm: { partnerId, act: `send it ${one === undefined ? 'notifications' : 'a notification'} again` },
      async run(scene) {
        const { recordAction } = await import('#shared/partners/audit/repository');
        const { replayOne, replayRange } = await import('#scripts/ops/replay');
        const details = one === undefined ? { range: { ...asked } } : { notificationId: one };
        const record = () => recordAction({ partnerId, verb: 'notification replay', details, ...scene });
        if (one !== undefined) {
          const outcome = await replayOne(partnerId, one, { atMs: scene.atMs, record });
          if (outcome === 'on-its-way')
            throw new OperationFailed(`Notification ${one} is on its way already.`);
          return { json: { partnerId, accepted: 1 }, text: `Notification ${one} goes out again.` };
        }
        const { accepted, nextCreatedFrom } = await replayRange(partnerId, asked, {
          atMs: scene.atMs,
          record,
        });
        const rest = nextCreatedFrom === null ? '' : ` There are more: go on with --from ${nextCreatedFrom}.`;
        return {
          json: { partnerId, accepted, nextCreatedFrom },
          text: `${accepted} go out again.${rest}`,
        };
      },
    };
  },
};

export const notificationCommands: readonly Command[] = [list, replay];
