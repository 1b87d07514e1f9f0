import * as z from 'zod/mini';
import type { Shape } from '#shared/api/shapes';
import type { NotificationItem } from '#shared/data/items/notification';
import { errorPayloadOf } from '#shared/domain/webhooks/endpoint-answer';

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
    latestErrorPayload: errorPayloadOf(item.latestErrorPayload),
    nextAttemptAt: nextAttemptAt(item),
    lastManualRetryAt: item.lastManualRetryAt ?? null,
    replayCount: item.replayCount ?? 0,
    version: item.version,
    attempts: item.attempts.map((attempt) => ({ ...attempt, responseBody: attempt.responseBody ?? null })),
  };
}

/** When the next attempt may be made: a first one of its own or of a retry follows at once. */
function nextAttemptAt({ status, nextAttemptAt, updatedAt }: NotificationItem): string | null {
  if (status !== 'PENDING') return null;
  return nextAttemptAt === undefined ? updatedAt : new Date(nextAttemptAt).toISOString();
}

/**
 * A notification as the change feed keeps it, once per version: without what was answered, of which each version
 * would repeat all.
 */
export function notificationChange(item: NotificationItem): Shape<'WebhookNotification'> {
  const view = notificationView(item);
  return { ...view, attempts: view.attempts.map(({ responseBody: _, ...attempt }) => attempt) };
}
