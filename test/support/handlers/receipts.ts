/** Completed transactions for tests of receipts. */
import { timelineKey } from '#shared/dynamodb/keys';
import { putItem } from '#shared/dynamodb/writes';
import type { Transaction } from '#shared/transactions/domain/transaction';
import type { World } from './world';

type Overrides = { readonly status: 'COMPLETED'; readonly completedAtMs: number; readonly deadlineMs: undefined };

/** Stores a completed transaction with its deposit event, for a user with a first and last name. */
export async function completedTransaction<T extends Transaction>(
  world: World,
  build: (overrides: Overrides) => T,
): Promise<T> {
  const atMs = Date.now();
  const built = build({ status: 'COMPLETED', completedAtMs: atMs, deadlineMs: undefined });
  await world.verifiedUser({ id: built.userId, firstName: 'Lucía', lastName: 'Hernández' });
  const transaction = await world.transaction(built);
  const step = { from: 'PENDING_PAYMENT', to: 'FIAT_RECEIVED', atMs, cause: 'banking:1', trigger: 'DEPOSIT_RECEIVED' };
  await world.store(putItem({ ...timelineKey(transaction.id, 2), entity: 'TIMELINE', ...step, entries: [] }));
  return transaction;
}
