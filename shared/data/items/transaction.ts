import * as z from 'zod/mini';
import { duePartition, transactionKey } from '#shared/data/keys';
import type { BankAccount } from '#shared/domain/banks/bank-account';
import { targetCountries } from '#shared/domain/banks/countries';
import { type FiatCurrency, fiatCurrencies } from '#shared/domain/money/currency';
import { type Decimal, decimalText } from '#shared/domain/money/decimal';
import { type Money, moneyOfText, moneyText } from '#shared/domain/money/money';
import { fraction } from '#shared/domain/rates/rate';
import type { CrossRamp } from '#shared/domain/transactions/cross-ramp';
import { crossRampInitial, crossRampStatuses } from '#shared/domain/transactions/transition-table';

const fiat = z.enum(fiatCurrencies);

/** Money is stored as decimal text beside its currency: exact, and readable by whoever looks. */
export const storedMoney = z.object({ amount: z.string(), currency: fiat });

export function encodeMoney(amount: Money<FiatCurrency>): z.infer<typeof storedMoney> {
  return { amount: moneyText(amount), currency: amount.currency };
}

export function decodeMoney(stored: z.infer<typeof storedMoney>): Money<FiatCurrency> {
  return moneyOfText(stored.amount, stored.currency);
}

const text = z.optional(z.string());

const storedBankAccount = z.object({
  country: z.enum(targetCountries),
  accountIdentifier: z.string(),
  bankName: z.string(),
  isVerified: z.boolean(),
  accountType: text,
  documentIdentifier: text,
  documentType: text,
  routingNumber: text,
  bic: text,
  iban: text,
  accountHolder: z.optional(
    z.object({
      type: z.optional(z.enum(['INDIVIDUAL', 'BUSINESS'])),
      firstName: text,
      lastName: text,
      businessName: text,
    }),
  ),
  address: z.optional(
    z.object({
      streetLine1: text,
      streetLine2: text,
      city: text,
      state: text,
      postalCode: text,
      country: text,
    }),
  ),
});

const crossRampItem = z.object({
  kind: z.literal('CROSS_RAMP'),
  id: z.string(),
  partnerId: z.string(),
  userId: z.string(),
  status: z.enum(crossRampStatuses),
  version: z.number(),
  sequence: z.number(),
  source: storedMoney,
  target: storedMoney,
  fixedFee: storedMoney,
  rate: z.string(),
  houseRate: z.string(),
  premiumSpread: z.string(),
  quoteId: text,
  sourceBankAccount: z.object({
    country: z.string(),
    accountIdentifier: z.string(),
    bankName: z.string(),
    message: z.string(),
  }),
  targetBankAccount: storedBankAccount,
  targetRail: z.enum(['LOCAL', 'SWIFT']),
  reference: text,
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
  expiresAtMs: z.number(),
  completedAtMs: z.optional(z.number()),
  cancellationReason: text,
  payoutReturn: z.optional(z.object({ amount: storedMoney, reason: z.string(), atMs: z.number() })),
});

/** The stored transaction. While it waits for its deposit it is due at its expiry. */
export function encodeCrossRamp(transaction: CrossRamp) {
  const { sourceAmount, targetAmount, fixedFee, rate, houseRate, premiumSpread, payoutReturn, ...rest } =
    transaction;
  const due =
    transaction.status === crossRampInitial
      ? { duePk: duePartition(transaction.id), dueAt: transaction.expiresAtMs }
      : {};
  return {
    ...transactionKey(transaction.id),
    entity: 'TX',
    ...rest,
    source: encodeMoney(sourceAmount),
    target: encodeMoney(targetAmount),
    fixedFee: encodeMoney(fixedFee),
    rate: decimalText(rate),
    houseRate: decimalText(houseRate),
    premiumSpread: decimalText(premiumSpread),
    payoutReturn: payoutReturn && { ...payoutReturn, amount: encodeMoney(payoutReturn.amount) },
    ...due,
  };
}

export function decodeCrossRamp(raw: unknown): CrossRamp {
  const item = crossRampItem.parse(raw);
  const { source, target, quoteId, reference, completedAtMs, cancellationReason, ...rest } = item;
  return {
    ...rest,
    quoteId,
    reference,
    completedAtMs,
    cancellationReason,
    sourceAmount: decodeMoney(source),
    targetAmount: decodeMoney(target),
    fixedFee: decodeMoney(item.fixedFee),
    rate: decimalOfText(item.rate),
    houseRate: decimalOfText(item.houseRate),
    premiumSpread: decimalOfText(item.premiumSpread),
    targetBankAccount: bankAccount(item.targetBankAccount),
    payoutReturn: item.payoutReturn && {
      ...item.payoutReturn,
      amount: decodeMoney(item.payoutReturn.amount),
    },
  };
}

function bankAccount(stored: z.infer<typeof storedBankAccount>): BankAccount {
  return stored;
}

function decimalOfText(text: string): Decimal {
  return fraction(text);
}
