import * as z from 'zod/mini';
import { parseErrorPayload } from './domain/endpoint-response';
import type { DeliveryItem, EndpointDeliveryItem, NotificationItem } from './item';
import type * as schemas from './response-schema';

function commonFields(item: NotificationItem) {
  const { id, status, retryAttempts, manualRetryCount, createdAt, updatedAt } = item;
  return { id, status, retryAttempts, manualRetryCount, createdAt, updatedAt };
}

/** Returns a notification in the form of the listing. */
export function toNotificationSummary(item: NotificationItem): z.infer<typeof schemas.WebhookNotificationItem> {
  return { ...commonFields(item), eventType: item.event };
}

const payload = z.record(z.string(), z.unknown());

/** Returns one notification with its payload and attempts. If needed, the caller first adds separately stored responses. */
export function toNotificationResponse(
  item: NotificationItem,
  deliveries: readonly EndpointDeliveryItem[] = [],
): z.infer<typeof schemas.WebhookNotification> {
  return {
    ...commonFields(item),
    payload: payload.parse(JSON.parse(item.body)),
    latestErrorPayload: parseErrorPayload(item.latestErrorPayload),
    nextAttemptAt: nextAttemptTime(item),
    lastManualRetryAt: item.lastManualRetryAt ?? null,
    replayCount: item.replayCount ?? 0,
    version: item.version,
    attempts: shownAttempts(item),
    deliveries: deliveries.map((delivery) => ({
      endpointId: delivery.endpointId,
      status: delivery.status,
      retryAttempts: delivery.retryAttempts,
      manualRetryCount: delivery.manualRetryCount,
      nextAttemptAt: nextAttemptTime(delivery),
      attempts: shownAttempts(delivery),
    })),
  };
}

function shownAttempts({ attempts }: DeliveryItem) {
  return attempts.map(({ responseStored: _, responseBody = null, ...attempt }) => ({ ...attempt, responseBody }));
}

/** Returns the earliest time of the next attempt. The first attempt of a delivery run is due immediately. */
function nextAttemptTime({ status, nextAttemptAt, updatedAt }: DeliveryItem): string | null {
  if (status !== 'PENDING') return null;
  return nextAttemptAt === undefined ? updatedAt : new Date(nextAttemptAt).toISOString();
}

/**
 * Returns a notification after a manual retry, without the endpoints' responses. This result is stored with the idempotency key
 * of the request. With all endpoints' responses, it could exceed the item size (`MAX_RESPONSE_BYTES` of shared/http/idempotency).
 */
export function toRetriedNotificationResponse(
  item: NotificationItem,
  deliveries: readonly EndpointDeliveryItem[],
): z.infer<typeof schemas.WebhookNotification> {
  const { deliveries: shown = [], ...view } = toNotificationResponse(item, deliveries);
  return { ...withoutResponses(view), deliveries: shown.map(withoutResponses) };
}

/**
 * Returns a notification as the change feed stores it, once per version. Excludes the endpoints' responses, because each version
 * would repeat them, and deliveries to additional endpoints, because these have separate versions.
 */
export function toNotificationChange(item: NotificationItem): z.infer<typeof schemas.WebhookNotification> {
  const { deliveries: _, ...view } = toNotificationResponse(item);
  return withoutResponses(view);
}

function withoutResponses<View extends Pick<z.infer<typeof schemas.WebhookNotification>, 'attempts'>>(
  view: View,
): View {
  return { ...view, attempts: view.attempts.map(({ responseBody: _, ...attempt }) => attempt) };
}
