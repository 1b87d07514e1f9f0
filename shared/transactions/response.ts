import type { ResponseData } from '#shared/api/response-schemas';
import { toIsoTime, toIsoTimeOrNull } from '#shared/values/iso-time';
import { moneyNumber } from '#shared/values/money/money';
import { toCrossRampResponse, toOffRampResponse, toOnRampResponse } from './create/response';
import { effectiveAt } from './domain/apply';
import { cancellationMessage } from './domain/cancellation-reason';
import type { Transaction } from './domain/transaction';

/** The hash of the chain transaction of the tokens; none where no tokens are transferred. */
function transferHash(transaction: Transaction): string | null {
  return transaction.kind === 'CROSS_RAMP' ? null : (transaction.transactionHash ?? null);
}

/** A transaction as listings and look-ups show it at an instant: one past its deadline shows as ended. */
export function toTransactionResponse(stored: Transaction, nowMs: number): ResponseData<'TransactionItem'> {
  const transaction = effectiveAt(stored, nowMs);
  const common = {
    version: transaction.version,
    executedAt: null,
    updatedAt: toIsoTime(transaction.updatedAtMs),
    ...cancellationFields(transaction),
    invoice: { transactionHash: transferHash(transaction), paymentUrl: null },
    ...payoutReturnFields(transaction),
    surplusDeposits: transaction.surplusDeposits.map(({ amount, atMs }) => ({
      amount: moneyNumber(amount),
      currency: amount.currency,
      at: toIsoTime(atMs),
    })),
  };
  switch (transaction.kind) {
    case 'ON_RAMP':
      return { ...toOnRampResponse(transaction), ...common, type: 'ON_RAMP' };
    case 'OFF_RAMP':
      return {
        ...toOffRampResponse(transaction),
        ...common,
        type: 'OFF_RAMP',
        executedAt: toIsoTimeOrNull(transaction.executedAtMs),
      };
    case 'CROSS_RAMP':
      return {
        ...toCrossRampResponse(transaction),
        ...common,
        type: 'CROSS_RAMP',
        completedAt: toIsoTimeOrNull(transaction.completedAtMs),
      };
  }
}

/** Why it ended without its payout: the code, and the sentence for people. */
function cancellationFields({ cancellationReason: reason }: Transaction) {
  return {
    cancellationReason: reason ?? null,
    cancellationMessage: reason === undefined ? null : cancellationMessage(reason),
  };
}

function payoutReturnFields({ payoutReturn }: Transaction) {
  if (payoutReturn === undefined) return {};
  const { amount, reason, atMs } = payoutReturn;
  return { payoutReturn: { amount: moneyNumber(amount), currency: amount.currency, reason, at: toIsoTime(atMs) } };
}
