/** Everything that is written with a transition of a transaction. */

import { findAccountRecord, verificationOutcomeWrites } from '#shared/bank-accounts/repository';
import { userKey, webhookSettingsKey } from '#shared/dynamodb/keys';
import { readItems } from '#shared/dynamodb/table';
import type { PendingWrite } from '#shared/dynamodb/unit-of-work';
import { giveBackWrites } from '#shared/limits/repository';
import { stage } from '#shared/platform/config/environment';
import type { Transition } from '#shared/transactions/domain/apply';
import { startsPayout } from '#shared/transactions/domain/payout';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { unusedLimits } from '#shared/transactions/domain/unused-limits';
import { payoutCreationWrite } from '#shared/transactions/payouts/repository';
import { eventNotificationWrites, transactionTransitionWrites } from '#shared/transactions/repository';
import { decodeUser } from '#shared/users/item';
import { chooseRecipients } from '#shared/webhooks/repository';

/**
 * The transaction at its new version with its books, the outcome of a penny test, what it gives back to limits, the payout
 * that begins, and the partner's notification.
 *
 * @param cause whose event it was, as the timeline tells it
 */
export async function writesOfTransition(
  before: Transaction,
  transition: Transition,
  cause: string,
): Promise<PendingWrite[]> {
  const { edge, next } = transition;
  const writes = [
    ...transactionTransitionWrites(before, transition, cause),
    ...(await accountTestWrites(next, transition)),
    ...giveBackWrites(unusedLimits(before, next), next, next.updatedAtMs),
    // In the sandbox the simulator plays the providers' part.
    ...(stage() === 'production' && startsPayout(next, edge) ? [payoutCreationWrite(next, next.updatedAtMs)] : []),
  ];
  if (edge.event === null) return writes;
  const [user, settings] = await readItems([userKey(next.userId), webhookSettingsKey(next.partnerId)]);
  return [
    ...writes,
    ...eventNotificationWrites(edge.event, next, {
      user: decodeUser(user),
      recipients: chooseRecipients(settings, edge.event),
    }),
  ];
}

/** Stores the result of the test in the payout account's record. */
async function accountTestWrites(
  transaction: Transaction,
  { next, accountTest: result }: Transition,
): Promise<PendingWrite[]> {
  if (transaction.kind === 'ON_RAMP' || transaction.bankAccountId === undefined || result === undefined) return [];
  const record = await findAccountRecord(transaction.bankAccountId);
  if (record === undefined) return [];
  return verificationOutcomeWrites(record, result === 'PASSED' ? 'VERIFIED' : 'FAILED', next.updatedAtMs);
}
