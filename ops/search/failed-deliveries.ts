/** Finds what has FAILED at any endpoint of any partner. */
import { deliveredNotificationKey } from '#shared/dynamodb/keys';
import { type FailedRange, findFailed } from '#shared/dynamodb/look-ups';
import { readRecords } from '#shared/dynamodb/table';
import { deliveryItem, type NotificationItem, notificationItem } from '#shared/webhooks/item';

/** A delivery that has FAILED. */
export interface FailedDelivery {
  readonly id: string;
  readonly partnerId: string;
  /** Null for the first endpoint. */
  readonly endpointId: string | null;
  readonly event: string;
  readonly transactionId: string | null;
  readonly createdAt: string;
  readonly attempts: number;
  readonly failedReason: string | null;
  readonly lastError: string | null;
}

/** Items of one batch read (service limit). */
const MAX_BATCH_READ = 100;

/** The newest deliveries of a range that have FAILED, and whether there are others. */
export async function findFailedDeliveries(
  range: FailedRange,
): Promise<{ readonly deliveries: readonly FailedDelivery[]; readonly more: boolean }> {
  const keys = await findFailed({ ...range, limit: range.limit + 1 });
  const deliveries: FailedDelivery[] = [];
  for (let from = 0; from < Math.min(keys.length, range.limit); from += MAX_BATCH_READ)
    for (const one of await readFailed(keys.slice(from, Math.min(from + MAX_BATCH_READ, range.limit))))
      deliveries.push(one);
  return { deliveries, more: keys.length > range.limit };
}

async function readFailed(keys: Parameters<typeof deliveredNotificationKey>[0][]): Promise<FailedDelivery[]> {
  const [items, notifications] = await Promise.all([
    readRecords(keys, (raw) => deliveryItem.parse(raw)),
    readRecords(keys.map(deliveredNotificationKey), (raw) => notificationItem.parse(raw)),
  ]);
  const byId = new Map<string, NotificationItem>(notifications.map((one) => [one.id, one]));
  return items.flatMap((item) => {
    const { id, partnerId, transactionId = null, createdAt, retryAttempts: attempts, failedReason = null } = item;
    const event = byId.get(id)?.event;
    // The index may be behind: one that goes out again is no longer among them.
    if (item.status !== 'FAILED' || event === undefined) return [];
    const endpointId = item.entity === 'DELIVERY' ? item.endpointId : null;
    const lastError = item.attempts.at(-1)?.error ?? null;
    return [{ id, partnerId, endpointId, event, transactionId, createdAt, attempts, failedReason, lastError }];
  });
}
