import { requiresPennyTest } from '#shared/corridors/domain/regions';
import type { BankAccount } from './bank-account';

export const accountVerificationStatuses = ['NOT_REQUIRED', 'PENDING', 'VERIFIED', 'FAILED'] as const;
export type AccountVerificationStatus = (typeof accountVerificationStatuses)[number];

export const rampTypes = ['ON_RAMP', 'OFF_RAMP', 'CROSS_RAMP'] as const;
export type RampType = (typeof rampTypes)[number];

/** An account's details as they were checked; its record says whether it is verified. */
export type AccountDetails = Omit<BankAccount, 'isVerified'>;

/** The owner of an account: a user, or one of the user's receivers. */
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
  /** An account in the user's name that this service opened, and that takes deposits. */
  readonly virtual: boolean;
  readonly verificationStatus: AccountVerificationStatus;
  readonly verifiedAtMs: number | undefined;
  readonly version: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /** A deleted account stays stored for the transactions that name it, and is unknown to callers. */
  readonly deletedAtMs: number | undefined;
}

export type NewBankAccount = AccountOwner &
  Pick<BankAccountRecord, 'id' | 'details'> &
  Partial<Pick<BankAccountRecord, 'alias' | 'rampType' | 'virtual'>>;

/** The record of an account that is saved for the first time. */
export function newBankAccount(account: NewBankAccount, atMs: number): BankAccountRecord {
  const { id, details, partnerId, userId, receiverId, alias, rampType, virtual = false } = account;
  return {
    ...{ id, partnerId, userId, receiverId, details, alias, rampType, virtual },
    // Only an account of the user's own is tested: the test shows that the verified user owns it.
    verificationStatus: requiresPennyTest(details.country) && receiverId === undefined ? 'PENDING' : 'NOT_REQUIRED',
    verifiedAtMs: undefined,
    version: 1,
    createdAtMs: atMs,
    updatedAtMs: atMs,
    deletedAtMs: undefined,
  };
}

export function isVerified(status: AccountVerificationStatus): boolean {
  return status === 'VERIFIED' || status === 'NOT_REQUIRED';
}

/** The account as a transaction keeps it. */
export function bankAccountFromRecord(record: BankAccountRecord): BankAccount {
  return { ...record.details, isVerified: isVerified(record.verificationStatus) };
}

/** Tells whether an account has to pass the penny test before money goes to it. A failed one is tested again. */
export function needsVerification(status: AccountVerificationStatus): boolean {
  return status === 'PENDING' || status === 'FAILED';
}

/** The outcomes of a penny test. */
export type AccountVerificationOutcome = 'VERIFIED' | 'FAILED';

/**
 * The record after a penny test: PENDING and FAILED accounts take the outcome.
 * @returns `undefined` when nothing changes, since the account needs no test or has failed before.
 */
export function applyVerification(
  record: BankAccountRecord,
  outcome: AccountVerificationOutcome,
  atMs: number,
): BankAccountRecord | undefined {
  if (!needsVerification(record.verificationStatus) || record.verificationStatus === outcome) return undefined;
  return {
    ...record,
    verificationStatus: outcome,
    verifiedAtMs: outcome === 'VERIFIED' ? atMs : undefined,
    version: record.version + 1,
    updatedAtMs: atMs,
  };
}
