/** Builds all writes that commit together with a transition of a transaction. */

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
 * Builds all writes of a transition, including new payouts and orders, and the partner's notification.
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
    // In the sandbox the simulator reports the payout, so no payout is ordered.
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

/** Increases the sandbox balance of the wallet that a completed on-ramp has sent tokens to. */
async function creditWrites(before: Transaction, next: Transaction): Promise<PendingWrite[]> {
  if (next.kind !== 'ON_RAMP' || next.status !== 'COMPLETED' || before.status === 'COMPLETED') return [];
  const { userId, blockchain, destinationWalletAddress: walletAddress, cryptoAmount } = next;
  return [await sandboxCreditWrite({ userId, blockchain, walletAddress }, cryptoAmount)];
}

/** Delay before an on-ramp's conversion is ordered. In this time the bank can still reject the payer's name. */
const NAME_CHECK_MS = 30_000;
/**
 * Delay before we order a refund. A provider may already have paid the refund without our order, and the provider's report may
 * arrive during this delay.
 */
const REFUND_DELAY_MS = 3_600_000;

/** Returns the first step of an order. In the sandbox the step is due immediately. */
function firstOrderStep({ kind, updatedAtMs: atMs }: Transaction, name: OrderName): DueStep {
  if (stage() === 'sandbox') return { atMs, announced: true };
  if (isRefund(name)) return { atMs: atMs + REFUND_DELAY_MS, announced: false };
  return { atMs: kind === 'ON_RAMP' ? atMs + NAME_CHECK_MS : atMs, announced: true };
}

/**
 * Returns the writes that store a payee check's result in the payout account's record. Without `payee`, a passed penny test
 * counts as a match, and a failed penny test as no match.
 */
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

/**
 * Returns the limit amounts that an ended transaction releases. If the user paid nothing, returns all amounts for days and months
 * that have not ended. Otherwise returns none.
 */
export function unusedLimits(before: Transaction, { status, limitUses = [], updatedAtMs }: Transaction): LimitUse[] {
  const isUnfunded = statusFacts[before.status].deposit === 'AWAITED' && before.surplusDeposits.length === 0;
  if (!isUnfunded || statusFacts[status].end !== 'UNPAID') return [];
  return currentUses(limitUses, updatedAtMs);
}
