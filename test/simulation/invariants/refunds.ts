/** Checks that each owed refund was paid once, by a separate order, and that nothing else was paid. */
import { keptDeposits } from '#shared/transactions/domain/deposit-policy';
import { refundsDue } from '#shared/transactions/domain/refund';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { decodeTransaction } from '#shared/transactions/item';
import { type Evidence, groupBy, ofEntity, readSteps } from './evidence';

/** Triggers after which a refund is owed, with the name of the refund order. */
const OWING: Readonly<Record<string, string>> = {
  PAYOUT_FAILED: 'REFUND',
  CONVERSION_FAILED: 'REFUND',
  SCREENING_REJECTED: 'REFUND',
  HOLD_EXPIRED: 'REFUND',
  PAYOUT_RETURNED: 'REFUND',
  NAME_CHECK_FAILED: 'RETURN',
  NOT_EXECUTED: 'RETURN',
};

export function refundViolations({ items, refunds }: Evidence): string[] {
  const stepsOf = readSteps(items);
  const paid = groupBy(refunds, ({ transactionId }) => transactionId);
  return ofEntity(items, 'TX').flatMap((item) => {
    const transaction = decodeTransaction(item);
    const triggers = stepsOf(item).map(({ trigger }) => trigger);
    const own = (paid.get(transaction.id) ?? []).map(({ refundId }) => refundId);
    const [expected, made] = [owed(transaction, triggers), own].map((ids) => ids.toSorted().join(', '));
    const found = [
      ...(expected === made ? [] : [`the refunds ${made} were paid, and not ${expected}`]),
      ...refundsDue(transaction).map((refund) => `the refund ${refund} is still held`),
    ];
    return found.map((violation) => `transaction ${transaction.id}: ${violation}`);
  });
}

/** Returns the names of the owed refunds. Deposits that funded the transaction or wait for a top-up are not owed. */
function owed(transaction: Transaction, triggers: readonly string[]): string[] {
  const kept = keptDeposits(transaction);
  const surplus = transaction.surplusDeposits.map((deposit, place) => ({ ...deposit, deposit, place }));
  return [
    ...triggers.flatMap((trigger) => OWING[trigger] ?? []),
    ...surplus.flatMap(({ usedAtMs, deposit, place }) =>
      usedAtMs === undefined && !kept.includes(deposit) ? [`SURPLUS-${place}`] : [],
    ),
  ];
}
