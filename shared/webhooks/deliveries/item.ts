/** Attributes of a stored delivery that follow from its state. */
import { duePartition } from '#shared/dynamodb/keys';
import { failedEntry } from '#shared/dynamodb/look-ups';
import { type Delivery, overdueFrom } from '#shared/webhooks/domain/delivery';
import type { DeliveryItem } from '#shared/webhooks/item';

/**
 * Makes the attributes that give a delivery its place in the index of due items: while it is PENDING, for the redrive, and once
 * it has FAILED, for operators.
 */
export function indexAttributes(delivery: Delivery) {
  const { id, status, createdAt } = delivery;
  if (status === 'PENDING') return dueAttributes(id, overdueFrom(delivery));
  return status === 'FAILED' ? failedEntry(id, createdAt) : { duePk: undefined, dueAt: undefined };
}

/** Makes the attributes by which the redrive finds a delivery that is due. @param dueAt epoch ms */
export function dueAttributes(id: string, dueAt: number) {
  return { duePk: duePartition(id), dueAt };
}

/** Makes the item of a new delivery: one that is to be sent has an open outbox. */
export function newItem<Item extends DeliveryItem>(delivery: Item) {
  const outbox = delivery.status === 'PENDING' ? ('OPEN' as const) : undefined;
  return { ...delivery, ...indexAttributes(delivery), outbox };
}
