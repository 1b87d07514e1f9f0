import { accountOfAnotherOwner, virtualAccountNotDeletable } from '#shared/api/problems';
import type { ResponseData } from '#shared/api/response-schemas';
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { toIsoTime } from '#shared/values/iso-time';
import type { AccountOwner, BankAccountRecord } from './domain/bank-account-record';
import { deleteBankAccounts, findBankAccount } from './repository';
import { requireOwnBankAccount } from './require-own-bank-account';

/**
 * Deletes an owner's account.
 * @param found the account as it was read with its owner
 * @throws Problem when it is unknown or not the owner's; WriteContention
 */
export async function removeBankAccount(
  owner: AccountOwner,
  found: BankAccountRecord | undefined,
  atMs: number,
): Promise<ResponseData<'Deleted'>> {
  return retryOnConflict(async (attempt) => {
    const current = attempt === 1 || found === undefined ? found : await findBankAccount(found.id);
    const record = requireOwnBankAccount(current, owner);
    if (record.receiverId !== owner.receiverId) throw accountOfAnotherOwner();
    if (record.virtual) throw virtualAccountNotDeletable();
    const isDeleted = await deleteBankAccounts([record], atMs);
    return isDeleted ? { id: record.id, deletedAt: toIsoTime(atMs) } : undefined;
  });
}
