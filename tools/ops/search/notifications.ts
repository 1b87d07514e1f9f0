/** Finds notifications and failed deliveries of all partners. Shows only payload fields that contain no personal data. */
import { attempt } from '#ops/errors';
import { deliveredNotificationKey, listPartition } from '#shared/dynamodb/keys';
import { allFacet } from '#shared/dynamodb/lists/list-rows';
import { type FailedRange, findFailed } from '#shared/dynamodb/look-ups';
import { readRecords } from '#shared/dynamodb/table';
import { listPartners } from '#shared/partners/repository';
import { normalizeId } from '#shared/values/ids';
import { deliveryItem, type NotificationItem, notificationItem } from '#shared/webhooks/item';
import { findListedNotifications } from '#shared/webhooks/listing/repository';

/** Returns the newest FAILED deliveries of a range, and whether more exist. */
export async function findFailedDeliveries(range: FailedRange) {
  const found = await findFailed({ ...range, limit: range.limit + 1 });
  const keys = found.slice(0, range.limit);
  const [items, notifications] = await Promise.all([
    readRecords(keys, (raw) => deliveryItem.parse(raw)),
    readRecords(keys.map(deliveredNotificationKey), (raw) => notificationItem.parse(raw)),
  ]);
  const byId = new Map<string, NotificationItem>(notifications.map((one) => [one.id, one]));
  const deliveries = items.flatMap((item) => {
    const { id, partnerId, transactionId = null, createdAt, retryAttempts: attempts, failedReason = null } = item;
    const event = byId.get(id)?.event;
    // The index is eventually consistent: a delivery in the index may no longer be FAILED.
    if (item.status !== 'FAILED' || event === undefined) return [];
    const endpointId = item.entity === 'DELIVERY' ? item.endpointId : null;
    const lastError = item.attempts.at(-1)?.error ?? null;
    return [{ id, partnerId, endpointId, event, transactionId, createdAt, attempts, failedReason, lastError }];
  });
  return { deliveries, more: found.length > range.limit };
}

/** Finds a notification of any partner by id. Costs one read unit per partner, regardless of the number of notifications. */
export async function findNotificationOfAny(notificationId: string): Promise<NotificationItem | undefined> {
  const id = normalizeId(notificationId);
  if (id === undefined) return undefined;
  const keys = (await listPartners()).map((partner) => ({ PK: listPartition(partner.id, 'NTF', allFacet), SK: id }));
  const [found] = await findListedNotifications(await readRecords(keys, (raw) => raw));
  return found;
}

/** Payload fields without personal data. Operators see only these fields, so new fields stay hidden. */
const SHOWN: readonly string[] = [
  ...['environment', 'type', 'event', 'id', 'userId', 'sequence', 'occurredAt', 'transactionId', 'status', 'rails'],
  ...['sourceCurrency', 'targetCurrency', 'sourceAmount', 'targetAmount', 'fiatCurrency', 'fiatAmount', 'tokenSymbol'],
  ...['cryptoAmount', 'rate', 'blockchain', 'receiptPath', 'amount', 'currency', 'reason', 'message', 'actor'],
  ...['requestedFields', 'deadline', 'kycId', 'rejectionReasons', 'associatedPersonId', 'signatureId'],
];

/** Returns a payload for an operator: only the fields in `SHOWN` are visible. */
export function shownBody(body: string): Readonly<Record<string, unknown>> {
  const members = Object.entries(Object(attempt((): unknown => JSON.parse(body))));
  return Object.fromEntries(members.map(([name, value]) => [name, SHOWN.includes(name) ? value : '(hidden)']));
}
