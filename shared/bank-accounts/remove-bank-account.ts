import { accountOfAnotherOwner, badRequest } from '#shared/api/problems';
import type { ResponseData } from '#shared/api/response-schemas';
import { WriteContention } from '#shared/dynamodb/errors';
import { toIsoTime } from '#shared/values/iso-time';
import type { AccountOwner } from './domain/bank-account-record';
import { deleteBankAccount, findBankAccount } from './repository';
import { requireOwnBankAccount } from './require-own-bank-account';

/** Attempts to delete an account that other requests are changing. */
const MAX_ATTEMPTS = 5;

/** Deletes an owner's account. @throws Problem when it is unknown or not the owner's; WriteContention */
export async function removeBankAccount(
  owner: AccountOwner,
  id: string,
  atMs: number,
): Promise<ResponseData<'Deleted'>> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const record = requireOwnBankAccount(await findBankAccount(id), owner);
    if (record.receiverId !== owner.receiverId) throw accountOfAnotherOwner();
    if (record.virtual) throw badRequest('A virtual account cannot be deleted');
    if (await deleteBankAccount(record, atMs)) return { id: record.id, deletedAt: toIsoTime(atMs) };
  }
  throw new WriteContention('Other requests keep changing the bank account that is to be deleted');
}
