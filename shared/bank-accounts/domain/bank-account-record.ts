import type { PayeeResult } from '#shared/corridors/domain/payee-checks';
import { requiresPennyTest, verifiesPayee } from '#shared/corridors/domain/payout-zones';
import type { BankAccount } from './bank-account';

/** The longest name of a party in a payment (ISO 20022, Max140Text). */
const MAX_NAME_CHARACTERS = 140;

/** The bank's response to a check of an account's holder. */
export interface PayeeMatch {
  readonly result: PayeeResult;
  /** The holder as the bank names it, if it does. */
  readonly name?: string | undefined;
}

/** A check of an account's holder, as the account keeps it. Its time is epoch ms. */
export interface PayeeCheck {
  readonly result: PayeeResult;
  /** The holder as the bank names it, after a CLOSE_MATCH alone. */
  readonly name: string | undefined;
  readonly atMs: number;
}

/**
 * The check that a response makes. Its name is kept for a CLOSE_MATCH alone: a caller who guessed an account number must
 * not be given the name of a stranger (EU 2024/886, article 5c).
 */
export function payeeCheckOf({ result, name = '' }: PayeeMatch, atMs: number): PayeeCheck {
  const given = name.trim().slice(0, MAX_NAME_CHARACTERS);
  return { result, name: result === 'CLOSE_MATCH' && given !== '' ? given : undefined, atMs };
}

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
  /** The newest check of its holder; absent before the first. */
  readonly payeeCheck: PayeeCheck | undefined;
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

/** The account as a transaction keeps it. */
export function bankAccountFromRecord(record: BankAccountRecord): BankAccount {
  return { ...record.details, isVerified: isVerified(record.verificationStatus) };
}

/** Returns true if an account has to pass the penny test before money goes to it. A failed one is tested again. */
export function needsVerification(status: AccountVerificationStatus): boolean {
  return status === 'PENDING' || status === 'FAILED';
}

/**
 * Returns true if the holder of an account has to be checked before money goes to it. What was no MATCH is checked again with
 * the next payout, since the bank may have corrected it.
 */
export function needsPayeeCheck({ details, verificationStatus, payeeCheck }: BankAccountRecord): boolean {
  return needsVerification(verificationStatus) || (verifiesPayee(details.country) && payeeCheck?.result !== 'MATCH');
}

/** The outcomes of a penny test. */
export type AccountVerificationOutcome = 'VERIFIED' | 'FAILED';

/**
 * The record after a check of its holder. The newest check counts, by its own time: a late report of an older one changes
 * nothing, and a failed check ends what an earlier one has verified.
 *
 * @param outcome what the check means for an account that has to be verified. @default its status stays
 * @returns `undefined` when nothing changes
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
