import type { Shape } from '#shared/api/shapes';
import { iso, isoOrNull } from '#shared/api/views/time';
import {
  type AccountHolder,
  accountTypes,
  documentTypes,
  type PostalAddress,
} from '#shared/domain/banks/bank-account';
import { type BankAccountRecord, isVerified } from '#shared/domain/banks/bank-account-record';

/** A saved account as its owner's partner sees it: complete, with `null` for what it does not have. */
export function bankAccountView(record: BankAccountRecord): Shape<'BankAccountRecord'> {
  const { details } = record;
  return {
    id: record.id,
    userId: record.userId,
    partnerId: record.partnerId,
    receiverId: record.receiverId ?? null,
    bankName: details.bankName === '' ? null : details.bankName,
    accountNumber: details.accountIdentifier,
    accountType: accountTypes.find((type) => type === details.accountType) ?? null,
    clabe: details.country === 'MX' ? details.accountIdentifier : null,
    country: details.country,
    rampType: record.rampType ?? null,
    documentNumber: details.documentIdentifier ?? null,
    documentType: documentTypes.find((type) => type === details.documentType) ?? null,
    routingNumber: details.routingNumber ?? null,
    bic: details.bic ?? null,
    iban: details.iban ?? null,
    accountHolder: details.accountHolder === undefined ? null : holderView(details.accountHolder),
    address: details.address === undefined ? null : addressView(details.address),
    alias: record.alias ?? null,
    isVerified: isVerified(record.verificationStatus),
    verificationStatus: record.verificationStatus,
    verifiedAt: isoOrNull(record.verifiedAtMs),
    version: record.version,
    createdAt: iso(record.createdAtMs),
    updatedAt: iso(record.updatedAtMs),
  };
}

function holderView({ type, firstName, lastName, businessName }: AccountHolder): Shape<'SavedAccountHolder'> {
  return {
    type: type ?? (businessName === undefined || businessName === '' ? 'INDIVIDUAL' : 'BUSINESS'),
    firstName: firstName ?? null,
    lastName: lastName ?? null,
    businessName: businessName ?? null,
  };
}

function addressView(address: PostalAddress): Shape<'SavedAddress'> {
  const { streetLine1, streetLine2, city, state, postalCode, country } = address;
  return {
    streetLine1: streetLine1 ?? null,
    streetLine2: streetLine2 ?? null,
    city: city ?? null,
    state: state ?? null,
    postalCode: postalCode ?? null,
    country: country ?? null,
  };
}
