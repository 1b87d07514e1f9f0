import { WriteContention } from '#shared/dynamodb/retry-on-conflict';
import { idempotent } from '#shared/handlers/idempotent-operation';
import { oneAtATime } from '#shared/http/idempotency/one-at-a-time';
import type { Caller } from '#shared/partners/domain/partner';
import { requestsForReplay } from '#shared/partners/domain/request-rate';
import { chargeHeavyRequest } from '#shared/partners/request-rates/charge-heavy-request';
import { createdAtMsFromId } from '#shared/values/ids';
import { toIsoTime } from '#shared/values/iso-time';
import { deliveryStore, insertEndpointDelivery } from '#shared/webhooks/deliveries/repository';
import { firstReplay, isReplayable, startReplay } from '#shared/webhooks/domain/delivery';
import { type Endpoint, mayReplay } from '#shared/webhooks/domain/endpoint';
import { findDefaultEndpoint, type StoredEndpoint } from '#shared/webhooks/endpoints/repository';
import { readOwnEndpoint } from '#shared/webhooks/endpoints/response';
import { isAboutPartner, readSequence, toAddress, toReplayMark } from '#shared/webhooks/item';
import { type ListedDelivery, type NotificationRange, readDeliveryPage } from '#shared/webhooks/listing/repository';
import { newEndpointDelivery } from '#shared/webhooks/repository';
import { contract } from './contract';

/** Notifications sent again by one call. */
const MAX_ACCEPTED = 1000;
/** Pages of 200 notifications that one call scans, which bounds its cost: some 4,000 read units to an endpoint that knows all. */
const MAX_PAGES = 10;
/** Concurrent writes. */
const MAX_CONCURRENT_WRITES = 25;
/** No write is begun after this long: the gateway waits for 14.5 s. */
const TIME_BUDGET_MS = 10_000;

/**
 * Sends the oldest notifications of a range again, or to an endpoint that was not sent them. Each is a separate write
 * that also opens its outbox, so an interrupted call has begun some of them and lost none; a repeated call leaves out
 * those that are being delivered. Each stores the digest of the idempotency key, so that a repeated call continues where
 * the first ended. Without a URL nothing is accepted.
 */
export const replayNotifications = idempotent({ contract, exclusion: oneAtATime }, async (request) => {
  const { caller, body, idempotency, nowMs } = request;
  const keyDigest = idempotency === undefined ? undefined : toReplayMark(idempotency.key);
  const startedMs = performance.now();
  const { endpointId, ...range } = body ?? {};
  const destination = await readDestination(caller, endpointId);
  if (destination === undefined) return { data: { accepted: 0, nextCreatedFrom: null } };
  const { chosen, leftMs } = await selectReplayable(destination.endpoint, range, keyDigest);
  const chains = groupBySubject(chosen);
  const unreached: ListedDelivery[] = [];
  let accepted = 0;
  const writer = async (): Promise<void> => {
    for (let chain = chains.shift(); chain !== undefined; chain = chains.shift()) {
      for (const [position, candidate] of chain.entries()) {
        const late = performance.now() - startedMs > TIME_BUDGET_MS;
        const outcome = late ? 'unreached' : await beginReplay(destination, candidate, { nowMs, keyDigest });
        if (outcome === 'accepted') accepted += 1;
        if (outcome !== 'unreached') continue;
        // The ones after it must not come before it.
        for (const one of chain.slice(position)) unreached.push(one);
        break;
      }
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_WRITES }, writer));
  await chargeHeavyRequest(caller.partnerId, requestsForReplay(accepted));
  const nextMs = Math.min(
    ...unreached.map(({ notification }) => Date.parse(notification.createdAt)),
    leftMs ?? Number.POSITIVE_INFINITY,
  );
  return { data: { accepted, nextCreatedFrom: Number.isFinite(nextMs) ? toIsoTime(nextMs) : null } };
});

/**
 * Reads the endpoint that a replay asks for, the default one unless it names another.
 * @returns `undefined` for one that has no target
 * @throws Problem NOT_FOUND
 */
async function readDestination(caller: Caller, endpointId?: string): Promise<StoredEndpoint | undefined> {
  const stored =
    endpointId === undefined ? await findDefaultEndpoint(caller.partnerId) : await readOwnEndpoint(endpointId, caller);
  const { url = null, eventBusArn } = stored?.endpoint ?? {};
  return url === null && eventBusArn === undefined ? undefined : stored;
}

/**
 * Selects the oldest sendable notifications, without those that a request with the same key has already sent.
 * @returns them, and the creation time of the first notification beyond this call, epoch ms
 */
async function selectReplayable(endpoint: Endpoint, range: NotificationRange, keyDigest: string | undefined) {
  const includes = (event: string) => mayReplay(endpoint, event);
  const chosen: ListedDelivery[] = [];
  let after: string | undefined;
  for (let part = 0; part < MAX_PAGES; part += 1) {
    const { items, next } = await readDeliveryPage(endpoint, range, { after, includes });
    const eligible = items.filter(({ delivery }) => delivery === undefined || isReplayable(delivery, keyDigest));
    const room = MAX_ACCEPTED - chosen.length;
    for (const one of eligible.slice(0, room)) chosen.push(one);
    const beyond = eligible[room];
    if (beyond !== undefined) return { chosen, leftMs: Date.parse(beyond.notification.createdAt) };
    if (next === undefined) return { chosen, leftMs: undefined };
    after = next;
  }
  return { chosen, leftMs: after === undefined ? undefined : createdAtMsFromId(after) };
}

/** Groups the candidates by subject, in the order of its events, so that each is written before those that wait for it. */
function groupBySubject(candidates: readonly ListedDelivery[]): ListedDelivery[][] {
  const chains = new Map<string, ListedDelivery[]>();
  for (const candidate of candidates) {
    const { notification } = candidate;
    const key = isAboutPartner(notification) ? notification.id : toAddress(notification).pk;
    chains.set(key, [...(chains.get(key) ?? []), candidate]);
  }
  const sequence = ({ notification }: ListedDelivery) => readSequence(notification);
  return [...chains.values()].map((chain) => chain.toSorted((a, b) => sequence(a) - sequence(b)));
}

/**
 * Begins the delivery of a notification to an endpoint, or makes it, unless another request has changed it since it was read.
 * One whose write met other writes in every attempt is `unreached`.
 */
async function beginReplay(
  { endpoint, endpointIds }: StoredEndpoint,
  { notification, delivery }: ListedDelivery,
  { nowMs, keyDigest }: { readonly nowMs: number; readonly keyDigest: string | undefined },
): Promise<'accepted' | 'changed' | 'unreached'> {
  const options = { keyDigest, isOrdered: !isAboutPartner(notification) };
  const create = () => firstReplay(newEndpointDelivery(notification, endpoint.id, nowMs), options);
  try {
    const isBegun =
      delivery === undefined
        ? await insertEndpointDelivery(notification, create(), endpointIds)
        : (await deliveryStore.save(delivery, startReplay(delivery, nowMs, options))).saved;
    return isBegun ? 'accepted' : 'changed';
  } catch (error) {
    if (error instanceof WriteContention) return 'unreached';
    throw error;
  }
}
