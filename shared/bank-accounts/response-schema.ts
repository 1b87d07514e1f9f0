import * as z from 'zod/mini';
import { id, listOf, pageSchema, shownText, timestamp, wholeNumber } from '#shared/api/response-fields';
import { payeeResults } from '#shared/corridors/domain/payee-checks';
import { targetCountries, VIRTUAL_ACCOUNT_COUNTRY } from '#shared/corridors/domain/payout-zones';
import { accountTypes, documentTypes } from './domain/bank-account';
import { accountVerificationStatuses, rampTypes } from './domain/bank-account-record';
import { onboardingStatuses } from './domain/onboarding';

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

/** Response of an endpoint that deletes a resource. */
export const Deleted = z.strictObject({ id, deletedAt: timestamp });

/** A JSON Schema. */
export const BankRequirements = z.record(shownText, z.unknown());

export const BankingOnboarding = z.strictObject({
  country: z.literal(VIRTUAL_ACCOUNT_COUNTRY),
  canRequest: z.boolean(),
  status: z.enum(onboardingStatuses),
  outstandingRequirements: listOf(shownText),
  kybUrl: z.nullable(shownText),
  virtualAccount: z.nullable(BankAccountRecord),
});

export const StartedOnboarding = z.strictObject({
  outcome: z.enum(['SUBMITTED', 'ALREADY_IN_PROGRESS', 'ALREADY_COMPLETED', 'REQUIREMENTS_MISSING']),
  kybUrl: z.optional(shownText),
});
