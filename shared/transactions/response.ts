import type { ResponseData } from '#shared/api/response-schemas';
import type { BankAccount } from '#shared/bank-accounts/domain/bank-account';
import { toWarningResponses } from '#shared/quotes/warning-response';
import { toIsoTime, toIsoTimeOrNull } from '#shared/values/iso-time';
import { jsonNumber } from '#shared/values/money/decimal';
import { moneyNumber } from '#shared/values/money/money';
import { effectiveAt } from './domain/apply';
import { cancellationMessage } from './domain/cancellation-reason';
import type { CrossRamp, OffRamp, OnRamp, Transaction } from './domain/transaction';

/** The hash of the chain transaction of the tokens; none where no tokens are transferred. */
function transferHash(transaction: Transaction): string | null {
  return transaction.kind === 'CROSS_RAMP' ? null : (transaction.transactionHash ?? null);
}

function toAccountResponse({ country, accountIdentifier, bankName, isVerified }: BankAccount) {
  return { country, accountIdentifier, bankName, isVerified };
}

/** A cross-ramp as its creation answers it. */
export function toCrossRampResponse(transaction: CrossRamp): ResponseData<'CrossRampTransaction'> {
  return {
    id: transaction.id,
    userId: transaction.userId,
    status: transaction.status,
    sourceCurrency: transaction.sourceAmount.currency,
    targetCurrency: transaction.targetAmount.currency,
    sourceAmount: moneyNumber(transaction.sourceAmount),
    targetAmount: moneyNumber(transaction.targetAmount),
    exchangeRate: jsonNumber(transaction.rate),
    premiumSpread: jsonNumber(transaction.premiumSpread),
    fees: { fixedFee: moneyNumber(transaction.fixedFee), feeCurrency: transaction.fixedFee.currency },
    sourceBankAccount: { ...transaction.sourceBankAccount, isVerified: true },
    targetBankAccount: toAccountResponse(transaction.targetBankAccount),
    quoteId: transaction.quoteId ?? null,
    reference: transaction.reference ?? null,
    targetRail: transaction.targetRail,
    transactionHash: null,
    warnings: toWarningResponses(transaction.warnings),
    createdAt: toIsoTime(transaction.createdAtMs),
  };
}

function toRampFields(transaction: OnRamp | OffRamp) {
  const { forwarding } = transaction;
  return {
    id: transaction.id,
    userId: transaction.userId,
    cryptoAmount: moneyNumber(transaction.cryptoAmount),
    fiatAmount: moneyNumber(transaction.fiatAmount),
    crossFiatAmount: 0,
    exchangeRate: jsonNumber(transaction.rate),
    tokenSymbol: transaction.cryptoAmount.currency,
    blockchainSymbol: transaction.blockchain,
    fiatCurrency: transaction.fiatAmount.currency,
    premiumSpread: jsonNumber(transaction.premiumSpread),
    flow: transaction.flow,
    forwardingDays: forwarding.days,
    effectiveForwardingDays: forwarding.effectiveDays,
    forwardingSettlementDate: toIsoTime(forwarding.settlementAtMs),
    forwardingAdjustments: forwarding.adjustments.map(({ date, reason }) => ({ date, reason })),
    quoteId: transaction.quoteId ?? null,
    reference: null,
    targetRail: null,
    transactionHash: transaction.transactionHash ?? null,
    warnings: toWarningResponses(transaction.warnings),
    createdAt: toIsoTime(transaction.createdAtMs),
    completedAt: toIsoTimeOrNull(transaction.completedAtMs),
  };
}

/** An on-ramp as its creation answers it: where to pay in, and the wallet that the tokens go to. */
export function toOnRampResponse(transaction: OnRamp): ResponseData<'OnRampTransaction'> {
  return {
    ...toRampFields(transaction),
    status: transaction.status,
    destinationWalletAddress: transaction.destinationWalletAddress,
    bankAccount: { ...transaction.depositAccount, isVerified: true },
  };
}

/** An off-ramp as its creation answers it: the address to send tokens to, and the account that is paid. */
export function toOffRampResponse(transaction: OffRamp): ResponseData<'OffRampTransaction'> {
  return {
    ...toRampFields(transaction),
    status: transaction.status,
    destinationWalletAddress: transaction.depositAddress,
    bankAccount: toAccountResponse(transaction.bankAccount),
  };
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
  return {
    payoutReturn: { amount: moneyNumber(amount), currency: amount.currency, reason, at: toIsoTime(atMs) },
  };
}
