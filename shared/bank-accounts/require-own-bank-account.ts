import { Problem } from '#shared/api/problems';
import type { AccountOwner, BankAccountRecord } from './domain/bank-account-record';

const denied = (message: string): Problem => new Problem('USER_BANK_INFO_ACCESS_DENIED', message);

/** An account that is known, and not that of the user, or of the receiver, that was named. */
export const accountOfAnotherOwner = (): Problem =>
  denied('The bank information does not belong to the specified user.');

/**
 * A saved account of the caller's user; those of the user's receivers are among them.
 * @throws Problem when it is unknown, another partner's, or another user's
 */
export function requireOwnBankAccount(
  record: BankAccountRecord | undefined,
  { partnerId, userId }: Pick<AccountOwner, 'partnerId' | 'userId'>,
): BankAccountRecord {
  if (record === undefined) throw new Problem('USER_BANK_INFO_NOT_FOUND', 'User bank information not found.');
  if (record.partnerId !== partnerId) throw denied('The bank information belongs to a different partner.');
  if (record.userId !== userId) throw accountOfAnotherOwner();
  return record;
}
