import * as z from 'zod/mini';
import { id, pageSchema, shownText, timestamp, wholeNumber } from '#shared/api/response-schemas/common';
import { payeeResults } from '#shared/corridors/domain/payee-checks';
import { targetCountries } from '#shared/corridors/domain/regions';
import { accountTypes, documentTypes } from './domain/bank-account';
import { accountVerificationStatuses, rampTypes } from './domain/bank-account-record';

const text = z.nullable(shownText);

export const SavedAccountHolder = z.strictObject({
  type: z.enum(['INDIVIDUAL', 'BUSINESS']),
  firstName: text,
  lastName: text,
  businessName: text,
});

export const SavedAddress = z.strictObject({
  streetLine1: text,
  streetLine2: text,
  buildingNumber: text,
  city: text,
  state: text,
  postalCode: text,
  country: text,
});

export const PayeeCheck = z.strictObject({ result: z.enum(payeeResults), name: text, at: timestamp });

export const BankAccountRecord = z.strictObject({
  id,
  userId: id,
  partnerId: id,
  receiverId: z.nullable(id),
  bankName: text,
  accountNumber: shownText,
  accountType: z.nullable(z.enum(accountTypes)),
  clabe: text,
  country: z.enum(targetCountries),
  rampType: z.nullable(z.enum(rampTypes)),
  documentNumber: text,
  documentType: z.nullable(z.enum(documentTypes)),
  routingNumber: text,
  bic: text,
  iban: text,
  accountHolder: z.nullable(SavedAccountHolder),
  address: z.nullable(SavedAddress),
  alias: text,
  isVerified: z.boolean(),
  verificationStatus: z.enum(accountVerificationStatuses),
  verifiedAt: z.nullable(timestamp),
  payeeCheck: z.nullable(PayeeCheck),
  version: wholeNumber,
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const BankAccountPage = pageSchema(BankAccountRecord);

/** The answer about a deleted resource. */
export const Deleted = z.strictObject({ id, deletedAt: timestamp });

/** A JSON Schema. */
export const BankRequirements = z.record(shownText, z.unknown());
