import type * as z from 'zod/mini';
import { explorerLink } from '#shared/platform/config/explorer-links';
import { toIsoTime, toIsoTimeOrNull } from '#shared/values/iso-time';
import { moneyNumber } from '#shared/values/money/money';
import { toCrossRampResponse, toOffRampResponse, toOnRampResponse } from './create/response';
import { effectiveAt } from './domain/apply';
import { cancellationMessage } from './domain/cancellation-reason';
import { keptAmount, keptDeposits, outstandingDeposit, paidInAmount } from './domain/deposit-policy';
import { type Hold, holdActor } from './domain/hold';
import { shownRails } from './domain/rails/shown-rails';
import type { PayoutReturn, Transaction } from './domain/transaction';
import type { PaymentUrlFor } from './payment-links/urls';
import type * as schemas from './response-schema';

/** Returns a transaction as listings and look-ups show it. After its deadline, a transaction is shown as ended. */
export function toTransactionResponse(
  stored: Transaction,
  nowMs: number,
  paymentUrlFor: PaymentUrlFor = () => null,
): z.infer<typeof schemas.TransactionItem> {
  const transaction = effectiveAt(stored, nowMs);
  const paymentUrl = paymentUrlFor(transaction);
  const { cancellationReason, payoutReturn } = transaction;
  const common = {
    version: transaction.version,
    executedAt: transaction.kind === 'OFF_RAMP' ? toIsoTimeOrNull(transaction.executedAtMs) : null,
    updatedAt: toIsoTime(transaction.updatedAtMs),
    cancellationReason: cancellationReason ?? null,
    cancellationMessage: cancellationReason === undefined ? null : cancellationMessage(cancellationReason),
    // No tokens are transferred in a cross-ramp.
    invoice: {
      transactionHash: transaction.kind === 'CROSS_RAMP' ? null : (transaction.transactionHash ?? null),
      paymentUrl: null,
    },
    rails: shownRails(transaction, explorerLink),
    hold: transaction.hold === undefined ? null : toHoldResponse(transaction.hold),
    ...(payoutReturn && { payoutReturn: toPayoutReturnResponse(payoutReturn) }),
    surplusDeposits: transaction.surplusDeposits.map(({ amount, atMs, usedAtMs }) => ({
      amount: moneyNumber(amount),
      currency: amount.currency,
      at: toIsoTime(atMs),
      ...(usedAtMs !== undefined && { usedAt: toIsoTime(usedAtMs) }),
    })),
    ...partialDepositFields(transaction),
  };
  switch (transaction.kind) {
    case 'ON_RAMP':
      return { ...toOnRampResponse(transaction, paymentUrl), ...common, type: 'ON_RAMP' };
    case 'OFF_RAMP':
      return { ...toOffRampResponse(transaction, paymentUrl), ...common, type: 'OFF_RAMP' };
    case 'CROSS_RAMP':
      return {
        ...toCrossRampResponse(transaction, paymentUrl),
        ...common,
        type: 'CROSS_RAMP',
        completedAt: toIsoTimeOrNull(transaction.completedAtMs),
      };
  }
}

/** Returns the received and missing part of the deposit; empty unless a deposit awaits a top-up or there is a shortfall. */
function partialDepositFields(transaction: Transaction) {
  const isKept = keptDeposits(transaction).length > 0;
  if (!isKept && transaction.shortfall === undefined) return {};
  return {
    depositReceived: moneyNumber(isKept ? keptAmount(transaction) : paidInAmount(transaction)),
    depositOutstanding: isKept ? moneyNumber(outstandingDeposit(transaction)) : 0,
  };
}

function toHoldResponse(hold: Hold) {
  return {
    reason: hold.reason,
    since: toIsoTime(hold.sinceMs),
    actor: holdActor(hold),
    requestedInformation: [...hold.requestedInformation],
    deadline: toIsoTimeOrNull(hold.deadlineMs),
  };
}

function toPayoutReturnResponse({ amount, reason, atMs }: PayoutReturn) {
  return { amount: moneyNumber(amount), currency: amount.currency, reason, at: toIsoTime(atMs) };
}
