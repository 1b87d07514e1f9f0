import * as z from 'zod/mini';
import { parseErrorPayload } from './domain/endpoint-response';
import type { DeliveryItem, EndpointDeliveryItem, NotificationItem } from './item';
import type * as schemas from './response-schema';

function commonFields(item: NotificationItem) {
  const { id, status, retryAttempts, manualRetryCount, createdAt, updatedAt } = item;
  return { id, status, retryAttempts, manualRetryCount, createdAt, updatedAt };
}

/** A notification as the listing shows it. */
export function toNotificationSummary(item: NotificationItem): z.infer<typeof schemas.WebhookNotificationItem> {
  return { ...commonFields(item), eventType: item.event };
}

const payload = z.record(z.string(), z.unknown());

/** A notification by itself, with the payload that was sent and the attempts that were made. The items come with their responses where these are shown. */
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

/** Computes the earliest time of the next attempt: a first one of its own or of a retry follows at once. */
function nextAttemptTime({ status, nextAttemptAt, updatedAt }: DeliveryItem): string | null {
  if (status !== 'PENDING') return null;
  return nextAttemptAt === undefined ? updatedAt : new Date(nextAttemptAt).toISOString();
}

/**
 * A notification after a manual retry, without the endpoints' responses: this response is kept for repeated keys, and with all attempts
 * of all endpoints it would not fit into an item (`MAX_RESPONSE_BYTES` of shared/http/idempotency).
 */
export function toRetriedNotificationResponse(
  item: NotificationItem,
  deliveries: readonly EndpointDeliveryItem[],
): z.infer<typeof schemas.WebhookNotification> {
  const { deliveries: shown = [], ...view } = toNotificationResponse(item, deliveries);
  return { ...withoutResponses(view), deliveries: shown.map(withoutResponses) };
}

/**
 * A notification as the change feed keeps it, once per version: without the endpoints' responses, of which each version
 * would repeat all, and without deliveries to additional endpoints, which have versions of their own.
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
