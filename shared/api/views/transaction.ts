import type { Shape } from '#shared/api/shapes';
import { iso, isoOrNull } from '#shared/api/views/time';
import { warningsView } from '#shared/api/views/warnings';
import type { BankAccount } from '#shared/domain/banks/bank-account';
import { jsonNumber } from '#shared/domain/money/decimal';
import { moneyNumber } from '#shared/domain/money/money';
import { asOf } from '#shared/domain/transactions/apply';
import { cancellationMessage } from '#shared/domain/transactions/cancellation-reason';
import type { CrossRamp, OffRamp, OnRamp, Transaction } from '#shared/domain/transactions/transaction';

/** The hash of the chain transaction that the tokens moved by; none where no tokens move. */
function hashOf(transaction: Transaction): string | null {
  return transaction.kind === 'CROSS_RAMP' ? null : (transaction.transactionHash ?? null);
}

function accountView({ country, accountIdentifier, bankName, isVerified }: BankAccount) {
  return { country, accountIdentifier, bankName, isVerified };
}

/** A cross-ramp as its creation answers it. */
export function crossRampView(transaction: CrossRamp): Shape<'CrossRampTransaction'> {
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
    targetBankAccount: accountView(transaction.targetBankAccount),
    quoteId: transaction.quoteId ?? null,
    reference: transaction.reference ?? null,
    targetRail: transaction.targetRail,
    transactionHash: null,
    warnings: warningsView(transaction.warnings),
    createdAt: iso(transaction.createdAtMs),
  };
}

function rampFields(transaction: OnRamp | OffRamp) {
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
    forwardingSettlementDate: iso(forwarding.settlementAtMs),
    forwardingAdjustments: forwarding.adjustments.map(({ date, reason }) => ({ date, reason })),
    quoteId: transaction.quoteId ?? null,
    reference: null,
    targetRail: null,
    transactionHash: transaction.transactionHash ?? null,
    warnings: warningsView(transaction.warnings),
    createdAt: iso(transaction.createdAtMs),
    completedAt: isoOrNull(transaction.completedAtMs),
  };
}

/** An on-ramp as its creation answers it: where to pay in, and the wallet that the tokens go to. */
export function onRampView(transaction: OnRamp): Shape<'OnRampTransaction'> {
  return {
    ...rampFields(transaction),
    status: transaction.status,
    destinationWalletAddress: transaction.destinationWalletAddress,
    bankAccount: { ...transaction.depositAccount, isVerified: true },
  };
}

/** An off-ramp as its creation answers it: the address to send tokens to, and the account that is paid. */
export function offRampView(transaction: OffRamp): Shape<'OffRampTransaction'> {
  return {
    ...rampFields(transaction),
    status: transaction.status,
    destinationWalletAddress: transaction.depositAddress,
    bankAccount: accountView(transaction.bankAccount),
  };
}

/** A transaction as listings and look-ups show it at an instant: one past its deadline shows as ended. */
export function transactionView(stored: Transaction, nowMs: number): Shape<'TransactionItem'> {
  const transaction = asOf(stored, nowMs);
  const common = {
    version: transaction.version,
    executedAt: null,
    updatedAt: iso(transaction.updatedAtMs),
    ...endView(transaction),
    invoice: { transactionHash: hashOf(transaction), paymentUrl: null },
    ...returnView(transaction),
    surplusDeposits: transaction.surplusDeposits.map(({ amount, atMs }) => ({
      amount: moneyNumber(amount),
      currency: amount.currency,
      at: iso(atMs),
    })),
  };
  switch (transaction.kind) {
    case 'ON_RAMP':
      return { ...onRampView(transaction), ...common, type: 'ON_RAMP' };
    case 'OFF_RAMP':
      return {
        ...offRampView(transaction),
        ...common,
        type: 'OFF_RAMP',
        executedAt: isoOrNull(transaction.executedAtMs),
      };
    case 'CROSS_RAMP':
      return {
        ...crossRampView(transaction),
        ...common,
        type: 'CROSS_RAMP',
        completedAt: isoOrNull(transaction.completedAtMs),
      };
  }
}

/** Why it ended without its payout: the code, and the sentence for people. */
function endView({ cancellationReason: reason }: Transaction) {
  return {
    cancellationReason: reason ?? null,
    cancellationMessage: reason === undefined ? null : cancellationMessage(reason),
  };
}

function returnView({ payoutReturn }: Transaction) {
  if (payoutReturn === undefined) return {};
  const { amount, reason, atMs } = payoutReturn;
  return { payoutReturn: { amount: moneyNumber(amount), currency: amount.currency, reason, at: iso(atMs) } };
}
