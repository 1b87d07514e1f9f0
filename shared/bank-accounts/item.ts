import * as z from 'zod/mini';
import { payeeResults } from '#shared/corridors/domain/payee-checks';
import { targetCountries } from '#shared/corridors/domain/payout-zones';
import { maybe } from '#shared/dynamodb/attributes';
import { bankAccountKey } from '#shared/dynamodb/keys';
import { lookUpEntry } from '#shared/dynamodb/look-ups';
import { accountVerificationStatuses, type BankAccountRecord, rampTypes } from './domain/bank-account-record';

const text = z.optional(z.string());

/** Schemas of the account holder and the address, for stored records and for requests. Every text is optional. */
// @__NO_SIDE_EFFECTS__
export function holderAndAddress<Text extends z.ZodMiniType>(text: Text) {
  return {
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
        buildingNumber: text,
        city: text,
        state: text,
        postalCode: text,
        country: text,
      }),
    ),
  };
}

/** Bank details as stored in account records and transactions. */
export const storedBankDetails = {
  country: z.enum(targetCountries),
  accountIdentifier: z.string(),
  bankName: z.string(),
  accountType: text,
  documentIdentifier: text,
  documentType: text,
  routingNumber: text,
  bic: text,
  iban: text,
  ...holderAndAddress(text),
};

const bankAccountItem = z.object({
  id: z.string(),
  partnerId: z.string(),
  userId: z.string(),
  receiverId: maybe(z.string()),
  details: z.object(storedBankDetails),
  alias: maybe(z.string()),
  rampType: maybe(z.enum(rampTypes)),
  virtual: z.boolean(),
  verificationStatus: z.enum(accountVerificationStatuses),
  verifiedAtMs: maybe(z.number()),
  payeeCheck: maybe(z.object({ result: z.enum(payeeResults), name: maybe(z.string()), atMs: z.number() })),
  version: z.number(),
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
  deletedAtMs: maybe(z.number()),
});

/** Returns the item to store. Its index entry lets operators find the account by its number, even if the account is deleted. */
export function encodeBankAccount(record: BankAccountRecord) {
  const found = lookUpEntry('ACCOUNT', record.details.accountIdentifier, record.createdAtMs);
  return { ...bankAccountKey(record.id), entity: 'BANK', ...record, ...found };
}

export function decodeBankAccount(raw: unknown): BankAccountRecord {
  return bankAccountItem.parse(raw);
}

const uniqueBankAccountItem = z.object({
  bankAccountId: z.string(),
  verificationStatus: z.enum(accountVerificationStatuses),
});

/**
 * Uniqueness record of an owner's account, with the account's id and verification status. Code that needs only these two does not
 * read the account.
 */
export type UniqueBankAccount = z.infer<typeof uniqueBankAccountItem>;

export function decodeUniqueBankAccount(raw: unknown): UniqueBankAccount {
  return uniqueBankAccountItem.parse(raw);
}
