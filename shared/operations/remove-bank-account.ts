import { badRequest } from '#shared/api/problems';
import type { Shape } from '#shared/api/shapes';
import { iso } from '#shared/api/views/time';
import { deleteBankAccount, findBankAccount } from '#shared/data/bank-accounts';
import { WriteContention } from '#shared/data/table';
import type { AccountOwner } from '#shared/domain/banks/bank-account-record';
import { accountOfSomebodyElse, ownBankAccount } from '#shared/operations/own-bank-account';

/** Attempts to delete an account that other requests are changing. */
const MAX_ATTEMPTS = 5;

/** Deletes an owner's account. @throws Problem when it is unknown or not the owner's; WriteContention */
export async function removeBankAccount(
  owner: AccountOwner,
  id: string,
  atMs: number,
): Promise<Shape<'Deleted'>> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const record = ownBankAccount(await findBankAccount(id), owner);
    if (record.receiverId !== owner.receiverId) throw accountOfSomebodyElse();
    if (record.virtual) throw badRequest('A virtual account cannot be deleted');
    if (await deleteBankAccount(record, atMs)) return { id: record.id, deletedAt: iso(atMs) };
  }
  throw new WriteContention('Other requests keep changing the bank account that is to be deleted');
}
