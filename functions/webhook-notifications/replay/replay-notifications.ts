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

/** Maximum number of notifications that one call sends again. */
const MAX_ACCEPTED = 1000;
/**
 * Maximum pages of 200 notifications that one call scans. At about two read units for each notification, this limits the cost to
 * about 4,000 read units, even if the call can send none of these notifications.
 */
const MAX_PAGES = 10;
/** Concurrent writes. */
const MAX_CONCURRENT_WRITES = 25;
/** No write starts after this time, ms: the gateway times out after 14.5 s. */
const TIME_BUDGET_MS = 10_000;

/**
 * Sends the oldest notifications of a range again, or for the first time to an endpoint that has not received them. A separate
 * write starts each delivery run and sets `outbox` to `OPEN`, so the run continues even if the call is interrupted. A repeated
 * call skips pending deliveries, and deliveries that store the digest of the call's idempotency key.
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
        // Later notifications of the same transaction or user must not be sent before this notification.
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
 * Reads the requested endpoint or the default endpoint; `undefined` if this endpoint has no target.
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
 * @returns the notifications, and the creation time from which the next call must continue, epoch ms (`undefined` if none remain)
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

/**
 * Groups the notifications by transaction or user, in the order of their sequence. The delivery run of a notification therefore
 * starts before the delivery runs of the notifications that wait for it. Each test notification has a separate group.
 */
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
 * Starts a delivery run of a notification; creates the delivery if the endpoint has none. Returns `changed` if another request
 * has changed the delivery since it was read, and `unreached` if every write attempt met a conflict.
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
