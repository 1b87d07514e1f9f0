import type { Caller } from '#shared/partners/domain/partner';
import { deliveryStore, insertEndpointDelivery } from '#shared/webhooks/deliveries/repository';
import { firstReplay, isReplayable, startReplay } from '#shared/webhooks/domain/delivery';
import { mayReplay } from '#shared/webhooks/domain/endpoint';
import { readOwnEndpoint } from '#shared/webhooks/endpoints/read-own-endpoint';
import { findDefaultEndpoint, type StoredEndpoint } from '#shared/webhooks/endpoints/repository';
import { isAboutPartner } from '#shared/webhooks/item';
import { type ListedDelivery, type NotificationRange, readDeliveryPage } from '#shared/webhooks/listing/repository';
import { newEndpointDelivery } from '#shared/webhooks/repository';

/** The time of a replay's request, and its idempotency key. */
export interface ReplayRequest {
  readonly nowMs: number;
  /** Digest of the key; `undefined` without one. */
  readonly keyDigest: string | undefined;
}

/**
 * Reads the endpoint that a replay asks for, the default one unless it names another.
 * @returns `undefined` for one that has no target
 * @throws Problem NOT_FOUND
 */
export async function readDestination(caller: Caller, endpointId?: string): Promise<StoredEndpoint | undefined> {
  const stored =
    endpointId === undefined ? await findDefaultEndpoint(caller.partnerId) : await readOwnEndpoint(endpointId, caller);
  const { url = null, eventBusArn } = stored?.endpoint ?? {};
  return url === null && eventBusArn === undefined ? undefined : stored;
}

/** Reads those of the next 200 notifications of a range that may be sent to an endpoint. */
export async function readReplayable(
  { endpoint }: StoredEndpoint,
  range: NotificationRange,
  { after, keyDigest }: { readonly after: string | undefined; readonly keyDigest: string | undefined },
): Promise<{ readonly items: readonly ListedDelivery[]; readonly next: string | undefined }> {
  const includes = (event: string) => mayReplay(endpoint, event);
  const { items, next } = await readDeliveryPage(endpoint, range, { after, includes });
  return { items: items.filter(({ delivery }) => delivery === undefined || isReplayable(delivery, keyDigest)), next };
}

/**
 * Begins the delivery of a notification to an endpoint, or makes it.
 * @returns false when another request has changed it since it was read
 * @throws WriteContention
 */
export async function beginReplay(
  { endpoint, endpointIds }: StoredEndpoint,
  { notification, delivery }: ListedDelivery,
  { nowMs, keyDigest }: ReplayRequest,
): Promise<boolean> {
  const options = { keyDigest, isOrdered: !isAboutPartner(notification) };
  if (delivery !== undefined) return (await deliveryStore.save(delivery, startReplay(delivery, nowMs, options))).saved;
  const created = firstReplay(newEndpointDelivery(notification, endpoint.id, nowMs), options);
  return insertEndpointDelivery(notification, created, endpointIds);
}
