import * as z from 'zod/mini';
import { storedBankDetails } from '#shared/bank-accounts/item';
import { duePartition, transactionKey } from '#shared/dynamodb/keys';
import { decodeMoney, encodeMoney, storedFiat, storedMoney, storedToken } from '#shared/dynamodb/stored-money';
import { decimal } from '#shared/quotes/domain/rate';
import { warningCodes } from '#shared/quotes/domain/warning';
import { encodeWarnings } from '#shared/quotes/item';
import { blockchains } from '#shared/values/chains/blockchain';
import { decimalText } from '#shared/values/money/decimal';
import { cancellationReasons } from './domain/cancellation-reason';
import { crossRampStatuses, offRampStatuses, onRampStatuses } from './domain/status-facts';
import type { Transaction } from './domain/transaction';

const text = z.optional(z.string());
const instant = z.optional(z.number());

const bankAccount = z.object({ ...storedBankDetails, isVerified: z.boolean() });

const depositAccount = z.object({
  country: z.string(),
  accountIdentifier: z.string(),
  bankName: z.string(),
  message: z.string(),
});

const common = {
  id: z.string(),
  partnerId: z.string(),
  userId: z.string(),
  version: z.number(),
  sequence: z.number(),
  rate: z.string(),
  platformRate: z.string(),
  premiumSpread: z.string(),
  quoteId: text,
  warnings: z.optional(z.array(z.enum(warningCodes))),
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
  deadlineMs: instant,
  completedAtMs: instant,
  cancellationReason: z.optional(z.enum(cancellationReasons)),
  payoutReturn: z.optional(z.object({ amount: storedFiat, reason: z.string(), atMs: z.number() })),
  refundHeld: z.optional(storedMoney),
  surplusDeposits: z.optional(z.array(z.object({ amount: storedMoney, atMs: z.number(), returnedAtMs: instant }))),
};

const ramp = {
  ...common,
  fiatAmount: storedFiat,
  cryptoAmount: storedToken,
  blockchain: z.enum(blockchains),
  flow: z.enum(['REGULAR', 'OTC']),
  forwarding: z.object({
    days: z.number(),
    effectiveDays: z.number(),
    settlementAtMs: z.number(),
    adjustments: z.array(z.object({ date: z.string(), reason: z.string() })),
  }),
};

const transactionItem = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ON_RAMP'),
    status: z.enum(onRampStatuses),
    ...ramp,
    destinationWalletAddress: z.string(),
    depositAccount,
    transactionHash: text,
  }),
  z.object({
    kind: z.literal('OFF_RAMP'),
    status: z.enum(offRampStatuses),
    ...ramp,
    depositAddress: z.string(),
    bankAccount,
    bankAccountId: text,
    executedAtMs: instant,
    transactionHash: text,
    invoiceKey: text,
  }),
  z.object({
    kind: z.literal('CROSS_RAMP'),
    status: z.enum(crossRampStatuses),
    ...common,
    sourceAmount: storedFiat,
    targetAmount: storedFiat,
    fixedFee: storedFiat,
    sourceBankAccount: depositAccount,
    targetBankAccount: bankAccount,
    bankAccountId: text,
    targetRail: z.enum(['LOCAL', 'SWIFT']),
    reference: text,
    invoiceKey: text,
  }),
]);

type TransactionItem = z.infer<typeof transactionItem>;

/** The stored transaction. While it has a deadline, it is due at that time. */
export function encodeTransaction(transaction: Transaction) {
  const { deadlineMs } = transaction;
  return {
    ...transactionKey(transaction.id),
    entity: 'TX',
    ...transaction,
    ...(transaction.kind === 'CROSS_RAMP'
      ? {
          sourceAmount: encodeMoney(transaction.sourceAmount),
          targetAmount: encodeMoney(transaction.targetAmount),
          fixedFee: encodeMoney(transaction.fixedFee),
        }
      : {
          fiatAmount: encodeMoney(transaction.fiatAmount),
          cryptoAmount: encodeMoney(transaction.cryptoAmount),
        }),
    rate: decimalText(transaction.rate),
    platformRate: decimalText(transaction.platformRate),
    premiumSpread: decimalText(transaction.premiumSpread),
    warnings: encodeWarnings(transaction.warnings),
    payoutReturn: transaction.payoutReturn && {
      ...transaction.payoutReturn,
      amount: encodeMoney(transaction.payoutReturn.amount),
    },
    refundHeld: transaction.refundHeld && encodeMoney(transaction.refundHeld),
    surplusDeposits:
      transaction.surplusDeposits.length === 0
        ? undefined
        : transaction.surplusDeposits.map((one) => ({ ...one, amount: encodeMoney(one.amount) })),
    ...(deadlineMs === undefined ? {} : { duePk: duePartition(transaction.id), dueAt: deadlineMs }),
  };
}

export function decodeTransaction(raw: unknown): Transaction {
  const item = transactionItem.parse(raw);
  const shared = decodeCommon(item);
  switch (item.kind) {
    case 'CROSS_RAMP':
      return {
        ...item,
        ...shared,
        reference: item.reference,
        invoiceKey: item.invoiceKey,
        bankAccountId: item.bankAccountId,
        sourceAmount: decodeMoney(item.sourceAmount),
        targetAmount: decodeMoney(item.targetAmount),
        fixedFee: decodeMoney(item.fixedFee),
      };
    case 'ON_RAMP':
      return {
        ...item,
        ...shared,
        transactionHash: item.transactionHash,
        fiatAmount: decodeMoney(item.fiatAmount),
        cryptoAmount: decodeMoney(item.cryptoAmount),
      };
    case 'OFF_RAMP':
      return {
        ...item,
        ...shared,
        executedAtMs: item.executedAtMs,
        bankAccountId: item.bankAccountId,
        transactionHash: item.transactionHash,
        invoiceKey: item.invoiceKey,
        fiatAmount: decodeMoney(item.fiatAmount),
        cryptoAmount: decodeMoney(item.cryptoAmount),
      };
  }
}

function decodeCommon(item: TransactionItem) {
  return {
    rate: decimal(item.rate),
    platformRate: decimal(item.platformRate),
    premiumSpread: decimal(item.premiumSpread),
    quoteId: item.quoteId,
    warnings: item.warnings ?? [],
    deadlineMs: item.deadlineMs,
    completedAtMs: item.completedAtMs,
    cancellationReason: item.cancellationReason,
    payoutReturn: item.payoutReturn && {
      ...item.payoutReturn,
      amount: decodeMoney(item.payoutReturn.amount),
    },
    refundHeld: item.refundHeld && decodeMoney(item.refundHeld),
    surplusDeposits: (item.surplusDeposits ?? []).map(({ amount, atMs, returnedAtMs }) => ({
      ...{ amount: decodeMoney(amount), atMs, returnedAtMs },
    })),
  };
}
