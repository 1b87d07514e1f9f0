import { writeAtomically } from '#shared/dynamodb/unit-of-work';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { findOrder, orderCreationWrite, orderReplacementWrites } from '#shared/transactions/orders/repository';

/** Stores a conversion order that its provider rejected and that needs an operator. */
export async function addWaitingOrder(transaction: Transaction, atMs: number): Promise<void> {
  await writeAtomically([orderCreationWrite(transaction, 'CONVERSION', { atMs, announced: true })]);
  const order = await findOrder(transaction.id, 'CONVERSION');
  if (order === undefined) throw new Error('The order was not stored');
  const waiting = { ...order, waits: { reason: 'PROVIDER_REFUSED', sinceMs: atMs } as const };
  await writeAtomically(orderReplacementWrites(order, waiting, { atMs, announced: false }));
}
