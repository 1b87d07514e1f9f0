import { badRequest } from '#shared/api/problems';
import type { Shape } from '#shared/api/shapes';
import { iso } from '#shared/api/views/time';
import { deleteBankAccount, findBankAccount } from '#shared/data/bank-accounts';
import type { AccountOwner } from '#shared/domain/banks/bank-account-record';
import { accountOfSomebodyElse, ownBankAccount } from '#shared/operations/own-bank-account';

/** Rounds in which a deletion meets another change of the account. */
const ROUNDS = 5;

/** Deletes an owner's account. @throws Problem when it is unknown or not the owner's */
export async function removeBankAccount(
  owner: AccountOwner,
  id: string,
  atMs: number,
): Promise<Shape<'Deleted'>> {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const record = ownBankAccount(await findBankAccount(id), owner);
    if (record.receiverId !== owner.receiverId) throw accountOfSomebodyElse();
    if (record.virtual) throw badRequest('A virtual account cannot be deleted');
    if (await deleteBankAccount(record, atMs)) return { id: record.id, deletedAt: iso(atMs) };
  }
  throw new Error('A bank account changes faster than it can be deleted');
}
