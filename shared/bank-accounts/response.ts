import type * as z from 'zod/mini';
import { accountNumberForm } from '#shared/corridors/domain/payout-zones';
import { toIsoTime, toIsoTimeOrNull } from '#shared/values/iso-time';
import { type AccountHolder, accountTypes, documentTypes, type PostalAddress } from './domain/bank-account';
import { type BankAccountRecord, isVerified, type PayeeCheck } from './domain/bank-account-record';
import type * as schemas from './response-schema';

/** Converts a saved account to its API response, with `null` for absent fields. */
export function toBankAccountResponse(record: BankAccountRecord): z.infer<typeof schemas.BankAccountRecord> {
  const { details } = record;
  return {
    id: record.id,
    userId: record.userId,
    partnerId: record.partnerId,
    receiverId: record.receiverId ?? null,
    bankName: details.bankName === '' ? null : details.bankName,
    accountNumber: details.accountIdentifier,
    accountType: accountTypes.find((type) => type === details.accountType) ?? null,
    clabe: accountNumberForm(details.country) === 'CLABE' ? details.accountIdentifier : null,
    country: details.country,
    rampType: record.rampType ?? null,
    documentNumber: details.documentIdentifier ?? null,
    documentType: documentTypes.find((type) => type === details.documentType) ?? null,
    routingNumber: details.routingNumber ?? null,
    bic: details.bic ?? null,
    iban: details.iban ?? null,
    accountHolder: details.accountHolder === undefined ? null : toHolderResponse(details.accountHolder),
    address: details.address === undefined ? null : toAddressResponse(details.address),
    alias: record.alias ?? null,
    isVerified: isVerified(record.verificationStatus),
    verificationStatus: record.verificationStatus,
    verifiedAt: toIsoTimeOrNull(record.verifiedAtMs),
    payeeCheck: record.payeeCheck === undefined ? null : toPayeeCheckResponse(record.payeeCheck),
    version: record.version,
    createdAt: toIsoTime(record.createdAtMs),
    updatedAt: toIsoTime(record.updatedAtMs),
  };
}

function toPayeeCheckResponse({ result, name, atMs }: PayeeCheck): z.infer<typeof schemas.PayeeCheck> {
  return { result, name: name ?? null, at: toIsoTime(atMs) };
}

function toHolderResponse({
  type,
  firstName,
  lastName,
  businessName,
}: AccountHolder): z.infer<typeof schemas.SavedAccountHolder> {
  return {
    type: type ?? (businessName === undefined || businessName === '' ? 'INDIVIDUAL' : 'BUSINESS'),
    firstName: firstName ?? null,
    lastName: lastName ?? null,
    businessName: businessName ?? null,
  };
}

function toAddressResponse(address: PostalAddress): z.infer<typeof schemas.SavedAddress> {
  const { streetLine1, streetLine2, buildingNumber, city, state, postalCode, country } = address;
  return {
    streetLine1: streetLine1 ?? null,
    streetLine2: streetLine2 ?? null,
    buildingNumber: buildingNumber ?? null,
    city: city ?? null,
    state: state ?? null,
    postalCode: postalCode ?? null,
    country: country ?? null,
  };
}
