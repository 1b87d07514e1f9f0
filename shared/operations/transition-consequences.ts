/** Everything that is written with a transition of a transaction. */
import { stage } from '#shared/config/environment';
import { verificationWrites } from '#shared/data/bank-accounts';
import { decodeBankAccount } from '#shared/data/items/bank-account';
import { decodeUser } from '#shared/data/items/user';
import { bankAccountKey, userKey, webhookSettingsKey } from '#shared/data/keys';
import { notificationWrites } from '#shared/data/notifications';
import { openPayout } from '#shared/data/payouts';
import { readItem, readItems, type WriteAction } from '#shared/data/table';
import { transitionWrites } from '#shared/data/transactions';
import { delivers } from '#shared/data/webhook-settings';
import { transactionPayload } from '#shared/domain/notifications/notification';
import { startsPayout } from '#shared/domain/payouts/payout';
import type { Transition } from '#shared/domain/transactions/apply';
import type { Transaction } from '#shared/domain/transactions/transaction';

/**
 * The transaction at its new version with its books, the outcome of a penny test, the payout that begins, and
 * the partner's notification.
 *
 * @param cause whose event it was, as the timeline tells it
 */
export async function consequencesOf(
  before: Transaction,
  transition: Transition,
  cause: string,
): Promise<WriteAction[]> {
  const { edge, next } = transition;
  const writes = [
    ...transitionWrites(before, transition, cause),
    ...(await pennyTest(next, transition)),
    // In the sandbox the simulator plays the providers' part.
    ...(stage() === 'production' && startsPayout(next, edge) ? [openPayout(next, next.updatedAtMs)] : []),
  ];
  if (edge.event === null) return writes;
  const [user, settings] = await readItems([userKey(next.userId), webhookSettingsKey(next.partnerId)]);
  return [
    ...writes,
    ...notificationWrites({
      subject: { kind: 'TX', id: next.id },
      sequence: next.sequence,
      partnerId: next.partnerId,
      event: edge.event,
      userId: next.userId,
      payload: transactionPayload(edge.event, next, decodeUser(user)),
      deliver: delivers(settings, edge.event),
      atMs: next.updatedAtMs,
    }),
  ];
}

/** The record of the account that is paid follows what became of its test. */
async function pennyTest(
  transaction: Transaction,
  { next, accountTest: check }: Transition,
): Promise<WriteAction[]> {
  if (transaction.kind === 'ON_RAMP' || transaction.bankAccountId === undefined || check === undefined)
    return [];
  const raw = await readItem(bankAccountKey(transaction.bankAccountId));
  const record = raw === undefined ? undefined : decodeBankAccount(raw);
  if (record === undefined) return [];
  return verificationWrites(record, check === 'PASSED' ? 'VERIFIED' : 'FAILED', next.updatedAtMs);
}
