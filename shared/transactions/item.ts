import * as z from 'zod/mini';
import { storedBankDetails } from '#shared/bank-accounts/item';
import { purposes, relationships, sourcesOfFunds } from '#shared/corridors/domain/compliance-fields';
import { listOf, maybe } from '#shared/dynamodb/attributes';
import { duePartition, transactionKey } from '#shared/dynamodb/keys';
import { lookUpEntry } from '#shared/dynamodb/look-ups';
import { anyMoney, encodeMoney, fiatMoney, tokenMoney } from '#shared/dynamodb/stored-money';
import { encodeLimitUse, storedLimitUse } from '#shared/limits/repository';
import { storedDepositTerms } from '#shared/partners/deposit-terms';
import { encodePriceTerms, storedForwarding, storedPriceTerms, unlessEmpty } from '#shared/quotes/item';
import { blockchains } from '#shared/values/money/currency';
import { cancellationReasons } from './domain/cancellation-reason';
import { holdReasons } from './domain/hold';
import { proofStatuses, railTypes } from './domain/rails/rail';
import { crossRampStatuses, offRampStatuses, onRampStatuses } from './domain/status-facts';
import type { Transaction } from './domain/transaction';

const text = maybe(z.string());
const instant = maybe(z.number());

const bankAccount = z.object({ ...storedBankDetails, isVerified: z.boolean() });

const depositAccount = z.object({
  country: z.string(),
  accountIdentifier: z.string(),
  bankName: z.string(),
  beneficiary: text,
  message: z.string(),
});

const flag = maybe(z.boolean());
const proof = z.object({
  status: z.enum(proofStatuses),
  url: text,
  checks: maybe(z.object({ signature: flag, operation: flag, name: flag })),
});
const rail = maybe(z.object({ type: z.enum(railTypes), reference: z.string(), atMs: z.number(), proof: maybe(proof) }));

/** Stored as JSON: the DynamoDB client mistakes an object with the key `constructor` for a class instance. */
const metadata = maybe(
  z.pipe(
    z.string(),
    z.pipe(
      z.transform((json: string): unknown => JSON.parse(json)),
      z.catchall(z.object({}), z.string()),
    ),
  ),
);

const common = {
  id: z.string(),
  partnerId: z.string(),
  userId: z.string(),
  version: z.number(),
  sequence: z.number(),
  ...storedPriceTerms,
  quoteId: text,
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
  deadlineMs: instant,
  completedAtMs: instant,
  cancellationReason: maybe(z.enum(cancellationReasons)),
  payoutReturn: maybe(z.object({ amount: fiatMoney, reason: z.string(), atMs: z.number() })),
  refundHeld: maybe(anyMoney),
  depositRail: rail,
  payoutRail: rail,
  hold: maybe(
    z.object({
      reason: z.enum(holdReasons),
      requestedInformation: z.array(z.object({ field: z.string(), description: z.string() })),
      sinceMs: z.number(),
      deadlineMs: instant,
    }),
  ),
  surplusDeposits: listOf(
    z.object({
      amount: anyMoney,
      atMs: z.number(),
      returnedAtMs: instant,
      blockchain: z.optional(z.enum(blockchains)),
      usedAtMs: z.optional(z.number()),
    }),
  ),
  linkDigest: text,
  limitUses: maybe(z.array(storedLimitUse)),
  purpose: maybe(z.enum(purposes)),
  sourceOfFunds: maybe(z.enum(sourcesOfFunds)),
  relationship: maybe(z.enum(relationships)),
  travelRule: maybe(z.boolean()),
  depositTerms: maybe(storedDepositTerms),
  shortfall: maybe(anyMoney),
  externalId: text,
  metadata,
};

const ramp = {
  ...common,
  fiatAmount: fiatMoney,
  cryptoAmount: tokenMoney,
  blockchain: z.enum(blockchains),
  flow: z.enum(['REGULAR', 'OTC']),
  forwarding: storedForwarding,
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
    sourceAmount: fiatMoney,
    targetAmount: fiatMoney,
    fixedFee: fiatMoney,
    sourceBankAccount: depositAccount,
    targetBankAccount: bankAccount,
    bankAccountId: text,
    targetRail: z.enum(['LOCAL', 'SWIFT']),
    reference: text,
    invoiceKey: text,
  }),
]);

/**
 * Encodes a transaction as a table item. While the transaction has a deadline, its index entry makes it a due item. Without a
 * deadline, the index entry lets operators search by the hash of the blockchain transaction.
 */
export function encodeTransaction(transaction: Transaction) {
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
      : { fiatAmount: encodeMoney(transaction.fiatAmount), cryptoAmount: encodeMoney(transaction.cryptoAmount) }),
    ...encodePriceTerms(transaction),
    payoutReturn: transaction.payoutReturn && {
      ...transaction.payoutReturn,
      amount: encodeMoney(transaction.payoutReturn.amount),
    },
    refundHeld: transaction.refundHeld && encodeMoney(transaction.refundHeld),
    surplusDeposits: unlessEmpty(
      transaction.surplusDeposits.map((one) => ({ ...one, amount: encodeMoney(one.amount) })),
    ),
    shortfall: transaction.shortfall && encodeMoney(transaction.shortfall),
    metadata: transaction.metadata && JSON.stringify(transaction.metadata),
    limitUses: transaction.limitUses && unlessEmpty(transaction.limitUses.map(encodeLimitUse)),
    ...indexEntry(transaction),
  };
}

function indexEntry(transaction: Transaction) {
  const { id, deadlineMs, createdAtMs } = transaction;
  if (deadlineMs !== undefined) return { duePk: duePartition(id), dueAt: deadlineMs };
  const hash = transaction.kind === 'CROSS_RAMP' ? undefined : transaction.transactionHash;
  return hash === undefined ? {} : lookUpEntry('HASH', hash, createdAtMs);
}

export function decodeTransaction(raw: unknown): Transaction {
  return transactionItem.parse(raw);
}
