import type { Caller } from '#shared/partners/domain/partner';
import { isReplayable, newReplayDelivery, startReplay } from '#shared/webhooks/deliveries/replay';
import { deliveryStore } from '#shared/webhooks/deliveries/repository';
import { insertEndpointDelivery, readDeliveriesTo } from '#shared/webhooks/endpoint-deliveries/repository';
import type { WebhookEndpointItem } from '#shared/webhooks/endpoints/item';
import { readOwnEndpoint } from '#shared/webhooks/endpoints/read-own-endpoint';
import type { DeliveryItem, NotificationItem } from '#shared/webhooks/item';
import type { NotificationRange } from '#shared/webhooks/listing/repository';
import { findWebhookSettings, isChosen } from '#shared/webhooks/settings/repository';

/** The time of a replay's request, and its idempotency key. */
export interface ReplayRequest {
  readonly nowMs: number;
  /** Digest of the key; `undefined` without one. */
  readonly keyDigest: string | undefined;
}

/** The endpoint that a replay sends to. */
export interface ReplayDestination {
  /** The range of notifications that holds every match. */
  readonly range: NotificationRange;
  /** Those of up to 200 notifications that may be sent to it. */
  select(items: readonly NotificationItem[], keyDigest: string | undefined): Promise<ReplayCandidate[]>;
}

/** A notification that may be sent to the endpoint of a replay. */
export interface ReplayCandidate {
  readonly notification: NotificationItem;
  /**
   * Begins its delivery.
   * @returns false when another request has changed it since it was read
   * @throws WriteContention
   */
  readonly begin: (request: ReplayRequest) => Promise<boolean>;
}

/**
 * The endpoint that a replay asks for, the first one unless it names another.
 * @returns `undefined` for the first one while it has no URL
 * @throws Problem NOT_FOUND
 */
export async function readDestination(
  caller: Caller,
  { endpointId, ...range }: NotificationRange & { readonly endpointId?: string | undefined },
): Promise<ReplayDestination | undefined> {
  const { settings, further } =
    endpointId === undefined
      ? { settings: await findWebhookSettings(caller.partnerId), further: undefined }
      : await readOwnEndpoint(endpointId, caller);
  const existing = new Set(settings?.endpoints?.map(({ id }) => id));
  if (further !== undefined) return toFurtherEndpoint(further, range, existing);
  return typeof settings?.url === 'string' ? toFirstEndpoint(range) : undefined;
}

/** All events, also those that it does not choose: a replay asks for them by name (docs/adr/024). */
function toFirstEndpoint(range: NotificationRange): ReplayDestination {
  return {
    range,
    select: async (items, keyDigest) =>
      items.filter((item) => isReplayable(item, keyDigest)).map((item) => toCandidate(item, item)),
  };
}

/**
 * The events that it chooses now, those of the time before it included. The lists know the status at the first endpoint,
 * so the status is compared here: `NOT_SENT` is what it has no delivery of.
 */
function toFurtherEndpoint(
  { id, eventTypes }: WebhookEndpointItem,
  range: NotificationRange,
  existing: ReadonlySet<string>,
): ReplayDestination {
  const { status } = range;
  return {
    range: { ...range, status: undefined },
    async select(items, keyDigest) {
      const chosen = items.filter(({ event }) => isChosen(eventTypes, event));
      const deliveries = await readDeliveriesTo(id, chosen);
      return chosen.flatMap((item) => {
        const delivery = deliveries.get(item.id);
        if (status !== undefined && status !== (delivery?.status ?? 'NOT_SENT')) return [];
        if (delivery === undefined) return [toNewCandidate(item, id, existing)];
        return isReplayable(delivery, keyDigest) ? [toCandidate(item, delivery)] : [];
      });
    },
  };
}

function toCandidate(notification: NotificationItem, delivery: DeliveryItem): ReplayCandidate {
  return {
    notification,
    begin: async ({ nowMs, keyDigest }) =>
      (await deliveryStore.save(delivery, startReplay(delivery, nowMs, keyDigest))).saved,
  };
}

function toNewCandidate(
  notification: NotificationItem,
  endpointId: string,
  existing: ReadonlySet<string>,
): ReplayCandidate {
  return {
    notification,
    begin: (request) =>
      insertEndpointDelivery(notification, newReplayDelivery(notification, endpointId, request), existing),
  };
}
