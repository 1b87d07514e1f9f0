import type { PayeeResult } from '#shared/corridors/domain/payee-checks';
import { requiresPennyTest, verifiesPayee } from '#shared/corridors/domain/payout-zones';
import type { BankAccount } from './bank-account';

/** Maximum length of a party's name in a payment (ISO 20022, Max140Text). */
const MAX_NAME_CHARACTERS = 140;

/** Result of a payee check: the bank compared the account holder's name with its own record. */
export interface PayeeMatch {
  readonly result: PayeeResult;
  /** Name of the account holder in the bank's records, if the bank returns the name. */
  readonly name?: string | undefined;
}

/** Payee check as stored in the bank account record. `atMs` is epoch ms. */
export interface PayeeCheck {
  readonly result: PayeeResult;
  /** Name of the account holder in the bank's records. Stored only after a CLOSE_MATCH. */
  readonly name: string | undefined;
  readonly atMs: number;
}

/**
 * Returns the payee check to store for a bank's response. The name is stored only for a CLOSE_MATCH: a caller who guessed an
 * account number must not learn the name of a stranger (EU 2024/886, article 5c).
 */
export function payeeCheckOf({ result, name = '' }: PayeeMatch, atMs: number): PayeeCheck {
  const given = name.trim().slice(0, MAX_NAME_CHARACTERS);
  return { result, name: result === 'CLOSE_MATCH' && given !== '' ? given : undefined, atMs };
}

export const accountVerificationStatuses = ['NOT_REQUIRED', 'PENDING', 'VERIFIED', 'FAILED'] as const;
export type AccountVerificationStatus = (typeof accountVerificationStatuses)[number];

export const rampTypes = ['ON_RAMP', 'OFF_RAMP', 'CROSS_RAMP'] as const;
export type RampType = (typeof rampTypes)[number];

/** Validated bank details without the verification status, which the account's record contains separately. */
export type AccountDetails = Omit<BankAccount, 'isVerified'>;

/** Owner of a bank account: a user, or a receiver of that user if `receiverId` is set. */
export interface AccountOwner {
  readonly partnerId: string;
  readonly userId: string;
  readonly receiverId: string | undefined;
}

/** A saved bank account. Times are epoch ms. */
export interface BankAccountRecord extends AccountOwner {
  readonly id: string;
  readonly details: AccountDetails;
  readonly alias: string | undefined;
  readonly rampType: RampType | undefined;
  /** True for a virtual account: this service opened it in the user's name, and it accepts deposits. */
  readonly virtual: boolean;
  readonly verificationStatus: AccountVerificationStatus;
  readonly verifiedAtMs: number | undefined;
  /** Latest payee check of the account holder; `undefined` before the first check. */
  readonly payeeCheck: PayeeCheck | undefined;
  readonly version: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /** Time of the deletion. A deleted account remains stored for transactions that refer to it; the API treats it as unknown. */
  readonly deletedAtMs: number | undefined;
}

export type NewBankAccount = AccountOwner &
  Pick<BankAccountRecord, 'id' | 'details'> &
  Partial<Pick<BankAccountRecord, 'alias' | 'rampType' | 'virtual'>>;

/** Returns a new bank account record with version 1. */
export function newBankAccount(account: NewBankAccount, atMs: number): BankAccountRecord {
  const { id, details, partnerId, userId, receiverId, alias, rampType, virtual = false } = account;
  return {
    ...{ id, partnerId, userId, receiverId, details, alias, rampType, virtual },
    // A penny test proves that the verified user owns the account. Accounts of receivers are not tested.
    verificationStatus: requiresPennyTest(details.country) && receiverId === undefined ? 'PENDING' : 'NOT_REQUIRED',
    verifiedAtMs: undefined,
    payeeCheck: undefined,
    version: 1,
    createdAtMs: atMs,
    updatedAtMs: atMs,
    deletedAtMs: undefined,
  };
}

export function isVerified(status: AccountVerificationStatus): boolean {
  return status === 'VERIFIED' || status === 'NOT_REQUIRED';
}

/** Returns the bank account in the format that transactions store. */
export function bankAccountFromRecord(record: BankAccountRecord): BankAccount {
  return { ...record.details, isVerified: isVerified(record.verificationStatus) };
}

/** Returns true if an account must pass a penny test before the next payout. An account that failed is tested again. */
export function needsVerification(status: AccountVerificationStatus): boolean {
  return status === 'PENDING' || status === 'FAILED';
}

/**
 * Returns true if the account holder must be checked before the next payout. Any result other than MATCH is checked again,
 * because the bank may have corrected the name.
 */
export function needsPayeeCheck({ details, verificationStatus, payeeCheck }: BankAccountRecord): boolean {
  return needsVerification(verificationStatus) || (verifiesPayee(details.country) && payeeCheck?.result !== 'MATCH');
}

/** Outcomes of a penny test. */
export type AccountVerificationOutcome = 'VERIFIED' | 'FAILED';

/**
 * Returns the record after a payee check; `undefined` if nothing changes. Any result other than MATCH revokes an earlier
 * verification or MATCH.
 * @param outcome result of the penny test, for accounts that require verification
 */
export function applyPayeeCheck(
  record: BankAccountRecord,
  check: PayeeCheck,
  outcome?: AccountVerificationOutcome,
): BankAccountRecord | undefined {
  const { payeeCheck: known, verificationStatus } = record;
  if (known !== undefined && check.atMs < known.atMs) return undefined;
  const isRevoked = check.result !== 'MATCH' && (verificationStatus === 'VERIFIED' || known?.result === 'MATCH');
  if (!needsPayeeCheck(record) && !isRevoked) return undefined;
  const isTested = outcome !== undefined && verificationStatus !== 'NOT_REQUIRED';
  return {
    ...record,
    ...(isTested && {
      verificationStatus: outcome,
      verifiedAtMs: outcome === 'VERIFIED' ? check.atMs : undefined,
    }),
    payeeCheck: check,
    version: record.version + 1,
    updatedAtMs: check.atMs,
  };
}
