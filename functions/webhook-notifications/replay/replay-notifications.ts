import { WriteContention } from '#shared/dynamodb/errors';
import { idempotent } from '#shared/http/idempotency/idempotent-operation';
import { createdAtMsFromId } from '#shared/values/ids';
import { toIsoTime } from '#shared/values/iso-time';
import { isReplayable, startReplay } from '#shared/webhooks/deliveries/replay';
import { deliveryStore } from '#shared/webhooks/deliveries/repository';
import { type NotificationItem, readSequence, toAddress, toReplayMark } from '#shared/webhooks/item';
import { type NotificationRange, readNotificationPage } from '#shared/webhooks/listing/repository';
import { findWebhookSettings } from '#shared/webhooks/settings/repository';
import { contract } from './contract';

/** Notifications sent again by one call. */
const MAX_ACCEPTED = 1000;
/** Parts of 200 notifications that one call looks at: what it costs is bounded, whatever is on record. */
const MAX_PAGES = 25;
/** Transactions written side by side. */
const MAX_CONCURRENT_WRITES = 25;
/** No write is begun after this long: the gateway waits for 14.5 s. */
const TIME_BUDGET_MS = 10_000;

/**
 * Sends the oldest notifications of a range again. Each is a write of its own that also opens its outbox, so
 * a call that breaks off has begun some of them and lost none; called again, it leaves out what is on its way.
 * Each bears the mark of the idempotency key, so that a call that broke off is taken up where it ended. Without a URL
 * there is nowhere to send them and nothing is accepted.
 */
export const replayNotifications = idempotent({ contract, manyWrites: true }, async (request) => {
  const { caller, body, idempotency, nowMs } = request;
  const keyDigest = idempotency === undefined ? undefined : toReplayMark(idempotency.key);
  const startedMs = performance.now();
  const settings = await findWebhookSettings(caller.partnerId);
  if (typeof settings?.url !== 'string') return { data: { accepted: 0, nextCreatedFrom: null } };
  const { chosen, leftMs } = await selectReplayable(caller.partnerId, body, keyDigest);
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
  const nextMs = Math.min(
    ...unreached.map(({ createdAt }) => Date.parse(createdAt)),
    leftMs ?? Number.POSITIVE_INFINITY,
  );
  return { data: { accepted, nextCreatedFrom: Number.isFinite(nextMs) ? toIsoTime(nextMs) : null } };
});

interface ReplaySelection {
  readonly chosen: readonly NotificationItem[];
  /** When the first one was created that this call does not reach, epoch ms. */
  readonly leftMs: number | undefined;
}

/** The oldest that may go out again. Those that a request with the same key has sent already are left out. */
async function selectReplayable(
  partnerId: string,
  range: NotificationRange,
  keyDigest: string | undefined,
): Promise<ReplaySelection> {
  const chosen: NotificationItem[] = [];
  let after: string | undefined;
  for (let part = 0; part < MAX_PAGES; part += 1) {
    const { items, next } = await readNotificationPage(partnerId, range, after);
    const eligible = items.filter((item) => isReplayable(item, keyDigest));
    const room = MAX_ACCEPTED - chosen.length;
    chosen.push(...eligible.slice(0, room));
    const beyond = eligible[room];
    if (beyond !== undefined) return { chosen, leftMs: Date.parse(beyond.createdAt) };
    if (next === undefined) return { chosen, leftMs: undefined };
    after = next;
  }
  return { chosen, leftMs: after === undefined ? undefined : createdAtMsFromId(after) };
}

/** Those of one transaction in the order of its events, so that each is written before what waits for it. */
function groupByTransaction(items: readonly NotificationItem[]): NotificationItem[][] {
  const chains = new Map<string, NotificationItem[]>();
  for (const item of items) {
    const key = item.transactionId ?? item.id;
    chains.set(key, [...(chains.get(key) ?? []), item]);
  }
  return [...chains.values()].map((chain) =>
    chain.toSorted((a, b) => readSequence(toAddress(a)) - readSequence(toAddress(b))),
  );
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
