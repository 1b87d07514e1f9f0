import { accountOfAnotherOwner, bankAccountNotFound, Problem } from '#shared/api/problems';
import type { AccountOwner, BankAccountRecord } from './domain/bank-account-record';

/**
 * Returns a saved account of the caller's user, or of one of the user's receivers.
 * @throws Problem if it is unknown, another partner's, or another user's
 */
export function requireOwnBankAccount(
  record: BankAccountRecord | undefined,
  { partnerId, userId }: Pick<AccountOwner, 'partnerId' | 'userId'>,
): BankAccountRecord {
  if (record === undefined) throw bankAccountNotFound();
  if (record.partnerId !== partnerId)
    throw new Problem('USER_BANK_INFO_ACCESS_DENIED', 'The bank information belongs to a different partner.', {
      reason: 'ACCOUNT_OF_ANOTHER_PARTNER',
    });
  if (record.userId !== userId) throw accountOfAnotherOwner();
  return record;
}
