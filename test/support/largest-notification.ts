import { writeAtomically } from '#shared/dynamodb/unit-of-work';
import { newId } from '#shared/values/ids';
import { deliveryStore } from '#shared/webhooks/deliveries/repository';
import { MAX_DELIVERIES, MAX_KEPT_ATTEMPTS } from '#shared/webhooks/domain/delivery';
import { testPayload } from '#shared/webhooks/domain/payload';
import type { DeliveryItem } from '#shared/webhooks/item';
import { newEndpointDelivery, newNotificationItem, notificationItemWrites } from '#shared/webhooks/repository';
import { writeItems } from '#test/support/write-items';

/** Longest stored response: a JSON object of 4 KB. */
export const LONGEST_RESPONSE = JSON.stringify({ error: 'e'.repeat(4096 - 12) });

const attempts = Array.from({ length: MAX_KEPT_ATTEMPTS }, (_, at) => ({
  at: new Date(Date.parse('2026-01-15T12:00:00.000Z') + at * 60_000).toISOString(),
  ...{ statusCode: 503, durationMs: 10_000, error: 'HTTP 503' },
}));
const exhausted = { status: 'FAILED', retryAttempts: 5, version: 6, nextReleased: true } as const;

/**
 * Stores the largest possible notification: a delivery to the default endpoint and `MAX_DELIVERIES` deliveries to additional
 * endpoints. Each delivery has `MAX_KEPT_ATTEMPTS` failed attempts with the longest response.
 * @param endpointIds existing additional endpoints with a delivery; the other deliveries have invented endpoint ids
 * @returns the id of the notification
 */
export async function storeLargestNotification(partnerId: string, endpointIds: readonly string[]): Promise<string> {
  const deleted = Array.from({ length: MAX_DELIVERIES - endpointIds.length }, () => newId(Date.now()));
  const notification = newNotificationItem({
    subject: { kind: 'PARTNER', id: partnerId },
    ...{ sequence: 1000, partnerId, event: 'TEST_EVENT', userId: null, deliver: false },
    ...{ payload: testPayload(), atMs: Date.now(), endpointIds: [...endpointIds, ...deleted] },
  });
  await writeAtomically(notificationItemWrites(notification));
  const returned = attempts.map((attempt) => ({ ...attempt, responseBody: LONGEST_RESPONSE }));
  const deliveries = [...endpointIds, ...deleted].map((endpoint) => {
    const rest = newEndpointDelivery(notification, endpoint, Date.now());
    return { ...rest, ...exhausted, attempts: attempts.map((one) => ({ ...one, responseStored: true as const })) };
  });
  await writeItems([
    { ...notification, ...exhausted, attempts: returned, latestErrorPayload: LONGEST_RESPONSE },
    ...deliveries,
  ]);
  const store = async (delivery: DeliveryItem) => {
    for (const { at } of attempts) await deliveryStore.putResponse(delivery, { at, text: LONGEST_RESPONSE });
  };
  await Promise.all(deliveries.map(store));
  return notification.id;
}
