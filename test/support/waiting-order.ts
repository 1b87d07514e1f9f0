import { writeAtomically } from '#shared/dynamodb/unit-of-work';
import type { Order } from '#shared/transactions/domain/order';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { findOrder, orderCreationWrite, orderReplacementWrites } from '#shared/transactions/orders/repository';

/** Stores the order of a conversion that waits for a person. @param reason refused by its provider, unless it says otherwise */
export async function addWaitingOrder(
  transaction: Transaction,
  atMs: number,
  reason: NonNullable<Order['waits']>['reason'] = 'PROVIDER_REFUSED',
): Promise<void> {
  await writeAtomically([orderCreationWrite(transaction, 'CONVERSION', { atMs, announced: true })]);
  const order = await findOrder(transaction.id, 'CONVERSION');
  if (order === undefined) throw new Error('The order was not stored');
  const waiting = { ...order, waits: { reason, sinceMs: atMs } };
  await writeAtomically(orderReplacementWrites(order, waiting, { atMs, announced: false }));
}
