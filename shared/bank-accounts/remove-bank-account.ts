import { accountOfAnotherOwner, virtualAccountNotDeletable } from '#shared/api/problems';
import type { ResponseData } from '#shared/api/response-schemas';
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { toIsoTime } from '#shared/values/iso-time';
import type { AccountOwner } from './domain/bank-account-record';
import { deleteBankAccount, findBankAccount } from './repository';
import { requireOwnBankAccount } from './require-own-bank-account';

/** Deletes an owner's account. @throws Problem when it is unknown or not the owner's; WriteContention */
export async function removeBankAccount(
  owner: AccountOwner,
  id: string,
  atMs: number,
): Promise<ResponseData<'Deleted'>> {
  return retryOnConflict(async () => {
    const record = requireOwnBankAccount(await findBankAccount(id), owner);
    if (record.receiverId !== owner.receiverId) throw accountOfAnotherOwner();
    if (record.virtual) throw virtualAccountNotDeletable();
    const isDeleted = await deleteBankAccount(record, atMs);
    return isDeleted ? { id: record.id, deletedAt: toIsoTime(atMs) } : undefined;
  });
}
