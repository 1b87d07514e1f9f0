/**
 * Builds the responses to requests that create transactions. Responses that list or read transactions contain additional fields.
 */

import type * as z from 'zod/mini';
import type { BankAccount } from '#shared/bank-accounts/domain/bank-account';
import { toForwardingFields, toWarningResponses } from '#shared/quotes/response';
import { shownAnnotations } from '#shared/transactions/domain/annotations';
import type { CrossRamp, OffRamp, OnRamp, Transaction } from '#shared/transactions/domain/transaction';
import type * as schemas from '#shared/transactions/response-schema';
import { toIsoTime, toIsoTimeOrNull } from '#shared/values/iso-time';
import { jsonNumber } from '#shared/values/money/decimal';
import { moneyNumber } from '#shared/values/money/money';

function toAccountResponse({ country, accountIdentifier, bankName, isVerified }: BankAccount) {
  return { country, accountIdentifier, bankName, isVerified };
}

/** Returns the compliance fields of a transaction, and whether the request contained travel-rule data. */
function toComplianceResponse({ purpose, sourceOfFunds, relationship, travelRule }: Transaction) {
  return {
    ...(purpose && { purpose }),
    ...(sourceOfFunds && { sourceOfFunds }),
    ...(relationship && { relationship }),
    ...(travelRule === true && { travelRuleReceived: true }),
  };
}

/** Builds the response for a new cross-ramp. @param paymentUrl URL of the payment page. @default none */
export function toCrossRampResponse(
  transaction: CrossRamp,
  paymentUrl: string | null = null,
): z.infer<typeof schemas.CrossRampTransaction> {
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
    ...shownAnnotations(transaction),
    targetRail: transaction.targetRail,
    transactionHash: null,
    warnings: toWarningResponses(transaction.warnings),
    ...toComplianceResponse(transaction),
    paymentUrl,
    createdAt: toIsoTime(transaction.createdAtMs),
  };
}

function toRampFields(transaction: OnRamp | OffRamp, paymentUrl: string | null) {
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
    ...toForwardingFields(transaction.forwarding),
    quoteId: transaction.quoteId ?? null,
    reference: null,
    ...shownAnnotations(transaction),
    targetRail: null,
    transactionHash: transaction.transactionHash ?? null,
    warnings: toWarningResponses(transaction.warnings),
    ...toComplianceResponse(transaction),
    paymentUrl,
    createdAt: toIsoTime(transaction.createdAtMs),
    completedAt: toIsoTimeOrNull(transaction.completedAtMs),
  };
}

/** Builds the response for a new on-ramp, with the account for the deposit and the wallet for the tokens. */
export function toOnRampResponse(
  transaction: OnRamp,
  paymentUrl: string | null = null,
): z.infer<typeof schemas.OnRampTransaction> {
  return {
    ...toRampFields(transaction, paymentUrl),
    status: transaction.status,
    destinationWalletAddress: transaction.destinationWalletAddress,
    bankAccount: { ...transaction.depositAccount, isVerified: true },
  };
}

/** Builds the response for a new off-ramp, with the address for the tokens and the bank account for the payout. */
export function toOffRampResponse(
  transaction: OffRamp,
  paymentUrl: string | null = null,
): z.infer<typeof schemas.OffRampTransaction> {
  return {
    ...toRampFields(transaction, paymentUrl),
    status: transaction.status,
    destinationWalletAddress: transaction.depositAddress,
    bankAccount: toAccountResponse(transaction.bankAccount),
  };
}
