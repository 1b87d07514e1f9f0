/** Everything that is written with a transition of a transaction. */

import { type PayeeMatch, payeeCheckOf } from '#shared/bank-accounts/domain/bank-account-record';
import { findAccountRecord, payeeCheckWrites } from '#shared/bank-accounts/repository';
import type { DueStep } from '#shared/dynamodb/due-steps';
import { userKey, webhookSettingsKey } from '#shared/dynamodb/keys';
import { readItems } from '#shared/dynamodb/table';
import type { PendingWrite } from '#shared/dynamodb/unit-of-work';
import { currentUses, type LimitUse } from '#shared/limits/domain/limit';
import { giveBackWrites } from '#shared/limits/repository';
import { stage } from '#shared/platform/config/environment';
import type { Transition } from '#shared/transactions/domain/apply';
import { isRefund, type OrderName, ordersBegunBy } from '#shared/transactions/domain/order';
import { startsPayout } from '#shared/transactions/domain/payout';
import { statusFacts } from '#shared/transactions/domain/status-facts';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { orderCreationWrite } from '#shared/transactions/orders/repository';
import { holdWrites, payoutCreationWrite } from '#shared/transactions/payouts/repository';
import { proofCreationWrites } from '#shared/transactions/proofs/repository';
import { eventNotificationWrites, transactionTransitionWrites } from '#shared/transactions/repository';
import { decodeUser } from '#shared/users/item';
import { sandboxCreditWrite } from '#shared/wallets/repository';
import { chooseRecipients } from '#shared/webhooks/repository';

/**
 * The writes of a transition: the transaction's new version with its books, the outcome of a penny test, the amounts
 * returned to limits, the payout that begins, and the partner's notification.
 * @param cause source of the event, for the timeline
 */
export async function writesOfTransition(
  before: Transaction,
  transition: Transition,
  cause: string,
): Promise<PendingWrite[]> {
  const { edge, next } = transition;
  const isProduction = stage() === 'production';
  const writes = [
    ...transactionTransitionWrites(before, transition, cause),
    ...(await accountTestWrites(next, transition)),
    ...holdWrites(before, next),
    ...proofCreationWrites(before, next),
    ...giveBackWrites(unusedLimits(before, next), next, next.updatedAtMs),
    ...(isProduction ? [] : await creditWrites(before, next)),
    // In the sandbox the simulator plays the providers' part.
    ...(isProduction && startsPayout(next, edge) ? [payoutCreationWrite(next, next.updatedAtMs)] : []),
    ...ordersBegunBy(before, next, edge, isProduction).map((name) =>
      orderCreationWrite(next, name, firstOrderStep(next, name)),
    ),
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

/** The balance, in the sandbox, of the address that a completed on-ramp has sent tokens to. */
async function creditWrites(before: Transaction, next: Transaction): Promise<PendingWrite[]> {
  if (next.kind !== 'ON_RAMP' || next.status !== 'COMPLETED' || before.status === 'COMPLETED') return [];
  const { userId, blockchain, destinationWalletAddress: walletAddress, cryptoAmount } = next;
  return [await sandboxCreditWrite({ userId, blockchain, walletAddress }, cryptoAmount)];
}

/** Time in which a bank may still refuse the name of who paid for tokens, before their conversion is ordered. */
const NAME_CHECK_MS = 30_000;
/** Time before a refund is ordered, the same as for reports out of order: a provider may have paid it without an order. */
const REFUND_DELAY_MS = 3_600_000;

/** The first step of an order: in the sandbox at once. */
function firstOrderStep({ kind, updatedAtMs: atMs }: Transaction, name: OrderName): DueStep {
  if (stage() === 'sandbox') return { atMs, announced: true };
  if (isRefund(name)) return { atMs: atMs + REFUND_DELAY_MS, announced: false };
  return { atMs: kind === 'ON_RAMP' ? atMs + NAME_CHECK_MS : atMs, announced: true };
}

/** Stores the result of the check in the payout account's record; a result without the bank's response stands for one. */
async function accountTestWrites(
  transaction: Transaction,
  { checkedAtMs, accountTest, payee }: Transition,
): Promise<PendingWrite[]> {
  if (transaction.kind === 'ON_RAMP' || transaction.bankAccountId === undefined) return [];
  const match = payee ?? (accountTest && matches[accountTest]);
  if (match === undefined) return [];
  const record = await findAccountRecord(transaction.bankAccountId);
  if (record === undefined) return [];
  return payeeCheckWrites(record, payeeCheckOf(match, checkedAtMs), accountTest && outcomes[accountTest]);
}

const matches = { PASSED: { result: 'MATCH' }, FAILED: { result: 'NO_MATCH' } } as const satisfies Record<
  string,
  PayeeMatch
>;
const outcomes = { PASSED: 'VERIFIED', FAILED: 'FAILED' } as const;

/** Returns the amounts that a transaction gives back to the limits over time when it ends: all of them if nothing was paid in. */
export function unusedLimits(before: Transaction, { status, limitUses = [], updatedAtMs }: Transaction): LimitUse[] {
  const isUnfunded = statusFacts[before.status].deposit === 'AWAITED' && before.surplusDeposits.length === 0;
  if (!isUnfunded || statusFacts[status].end !== 'UNPAID') return [];
  return currentUses(limitUses, updatedAtMs);
}
