import { accountOfAnotherOwner, bankAccountNotFound, Problem } from '#shared/api/problems';
import type { AccountOwner, BankAccountRecord } from './domain/bank-account-record';

/**
 * Returns the record if it belongs to the user or to one of the user's receivers.
 * @throws Problem if the account is unknown, or belongs to another partner or user
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
