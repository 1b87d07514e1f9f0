import { WriteContention } from '#shared/dynamodb/errors';
import { idempotent } from '#shared/http/idempotency/idempotent-operation';
import { requestsForReplay } from '#shared/partners/domain/request-rate';
import { chargeFurtherRequests } from '#shared/partners/request-rates/charge-further-requests';
import { createdAtMsFromId } from '#shared/values/ids';
import { toIsoTime } from '#shared/values/iso-time';
import { isReplayable, startReplay } from '#shared/webhooks/deliveries/replay';
import { deliveryStore } from '#shared/webhooks/deliveries/repository';
import { type NotificationItem, readSequence, toReplayMark } from '#shared/webhooks/item';
import { type NotificationRange, readNotificationPage } from '#shared/webhooks/listing/repository';
import { findWebhookSettings } from '#shared/webhooks/settings/repository';
import { contract } from './contract';

/** Notifications sent again by one call. */
const MAX_ACCEPTED = 1000;
/** Pages of 200 notifications that one call scans, which bounds its cost. */
const MAX_PAGES = 25;
/** Concurrent writes. */
const MAX_CONCURRENT_WRITES = 25;
/** No write is begun after this long: the gateway waits for 14.5 s. */
const TIME_BUDGET_MS = 10_000;

/**
 * Sends the oldest notifications of a range again. Each is a write of its own that also opens its outbox, so an
 * interrupted call has begun some of them and lost none; a repeated call leaves out those that are being delivered.
 * Each stores the digest of the idempotency key, so that a repeated call continues where the first ended. Without a URL
 * nothing is accepted.
 */
export const replayNotifications = idempotent({ contract, manyWrites: true }, async (request) => {
  const { caller, body, idempotency, nowMs } = request;
  const keyDigest = idempotency === undefined ? undefined : toReplayMark(idempotency.key);
  const startedMs = performance.now();
  const settings = await findWebhookSettings(caller.partnerId);
  if (typeof settings?.url !== 'string') return { data: { accepted: 0, nextCreatedFrom: null } };
  const { chosen, leftMs, read } = await selectReplayable(caller.partnerId, body, keyDigest);
  const chains = groupByTransaction(chosen);
  const unreached: NotificationItem[] = [];
  let accepted = 0;
  const writer = async (): Promise<void> => {
    for (let chain = chains.shift(); chain !== undefined; chain = chains.shift()) {
      for (const item of chain) {
        const late = performance.now() - startedMs > TIME_BUDGET_MS;
        const outcome = late ? 'unreached' : await saveReplay(item, startReplay(item, nowMs, keyDigest));
        if (outcome === 'accepted') accepted += 1;
        if (outcome === 'unreached') unreached.push(item);
      }
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_WRITES }, writer));
  await chargeFurtherRequests(caller.partnerId, requestsForReplay({ sent: accepted, read }));
  const nextMs = Math.min(
    ...unreached.map(({ createdAt }) => Date.parse(createdAt)),
    leftMs ?? Number.POSITIVE_INFINITY,
  );
  return { data: { accepted, nextCreatedFrom: Number.isFinite(nextMs) ? toIsoTime(nextMs) : null } };
});

interface ReplaySelection {
  readonly chosen: readonly NotificationItem[];
  /** Creation of the first notification beyond this call, epoch ms. */
  readonly leftMs: number | undefined;
  /** Notifications that were looked at. */
  readonly read: number;
}

/** The oldest that may be sent again, without those that a request with the same key has sent already. */
async function selectReplayable(
  partnerId: string,
  range: NotificationRange,
  keyDigest: string | undefined,
): Promise<ReplaySelection> {
  const chosen: NotificationItem[] = [];
  let read = 0;
  let after: string | undefined;
  for (let part = 0; part < MAX_PAGES; part += 1) {
    const { items, next } = await readNotificationPage(partnerId, range, after);
    read += items.length;
    const eligible = items.filter((item) => isReplayable(item, keyDigest));
    const room = MAX_ACCEPTED - chosen.length;
    chosen.push(...eligible.slice(0, room));
    const beyond = eligible[room];
    if (beyond !== undefined) return { chosen, leftMs: Date.parse(beyond.createdAt), read };
    if (next === undefined) return { chosen, leftMs: undefined, read };
    after = next;
  }
  return { chosen, leftMs: after === undefined ? undefined : createdAtMsFromId(after), read };
}

/** Those of one transaction in the order of its events, so that each is written before what waits for it. */
function groupByTransaction(items: readonly NotificationItem[]): NotificationItem[][] {
  const chains = new Map<string, NotificationItem[]>();
  for (const item of items) {
    const key = item.transactionId ?? item.id;
    chains.set(key, [...(chains.get(key) ?? []), item]);
  }
  return [...chains.values()].map((chain) => chain.toSorted((a, b) => readSequence(a) - readSequence(b)));
}

/** One that another request has changed since it was read is left out. */
async function saveReplay(
  before: NotificationItem,
  after: NotificationItem,
): Promise<'accepted' | 'changed' | 'unreached'> {
  try {
    return (await deliveryStore.save(before, after)).saved ? 'accepted' : 'changed';
  } catch (error) {
    if (error instanceof WriteContention) return 'unreached';
    throw error;
  }
}
