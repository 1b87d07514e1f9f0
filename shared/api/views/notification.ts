import * as z from 'zod/mini';
import type { Shape } from '#shared/api/shapes';
import type { NotificationItem } from '#shared/data/items/notification';

function common(item: NotificationItem) {
  const { id, status, retryAttempts, manualRetryCount, createdAt, updatedAt } = item;
  return { id, status, retryAttempts, manualRetryCount, createdAt, updatedAt };
}

/** A notification as the listing shows it. */
export function notificationSummary(item: NotificationItem): Shape<'WebhookNotificationItem'> {
  return { ...common(item), eventType: item.event };
}

const payload = z.record(z.string(), z.unknown());

/** A notification by itself, with the payload that was sent and the attempts that were made. */
export function notificationView(item: NotificationItem): Shape<'WebhookNotification'> {
  return {
    ...common(item),
    payload: payload.parse(JSON.parse(item.body)),
    latestErrorPayload: item.latestErrorPayload ?? null,
    lastManualRetryAt: item.lastManualRetryAt ?? null,
    replayCount: item.replayCount ?? 0,
    version: item.version,
    attempts: item.attempts,
  };
}
