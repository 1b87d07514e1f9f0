/** Item attributes that are computed from the state of a delivery. */
import { duePartition } from '#shared/dynamodb/keys';
import { failedEntry } from '#shared/dynamodb/look-ups';
import { type Delivery, overdueFrom } from '#shared/webhooks/domain/delivery';
import type { DeliveryItem } from '#shared/webhooks/item';

/** Returns the attributes that list a delivery in the index of due items: PENDING for the redrive, FAILED for operators. */
export function indexAttributes(delivery: Delivery) {
  const { id, status, createdAt } = delivery;
  if (status === 'PENDING') return dueAttributes(id, overdueFrom(delivery));
  return status === 'FAILED' ? failedEntry(id, createdAt) : { duePk: undefined, dueAt: undefined };
}

/** Returns the index attributes that let the redrive find a due delivery. @param dueAt epoch ms */
export function dueAttributes(id: string, dueAt: number) {
  return { duePk: duePartition(id), dueAt };
}

/**
 * Returns the item of a new delivery. A PENDING delivery has an open outbox, so the worker `publishEvents` sends its message to a
 * queue.
 */
export function newItem<Item extends DeliveryItem>(delivery: Item) {
  const outbox = delivery.status === 'PENDING' ? ('OPEN' as const) : undefined;
  return { ...delivery, ...indexAttributes(delivery), outbox };
}
