import { iso } from '#shared/api/views/time';
import { accountsOfReceiver, deleteBankAccounts } from '#shared/data/bank-accounts';
import { ACCOUNTS_PER_WRITE, deleteReceiver as saveDeletion } from '#shared/data/receivers';
import { WriteContention } from '#shared/data/table';
import type { Operation } from '#shared/http/edge';
import { readOwnReceiver } from '#shared/operations/own-receiver';
import type { contract } from './contract';

/** Writes of one request: they delete 1,000 accounts, and repeating the request goes on from there. */
const MAX_WRITES = 50;

/**
 * Deletes a receiver with its accounts: they leave every list and are unknown from then on. The receiver goes last, in
 * one write with what is left of its accounts, so that no account outlives it, wherever this is interrupted.
 */
export const deleteReceiver: Operation<typeof contract> = async ({ caller, params, nowMs }) => {
  for (let write = 1; write <= MAX_WRITES; write += 1) {
    const receiver = await readOwnReceiver(params.receiverId, caller);
    const { accounts, hasMore } = await accountsOfReceiver(receiver, ACCOUNTS_PER_WRITE);
    if (hasMore) {
      await deleteBankAccounts(accounts, nowMs);
    } else if (await saveDeletion(receiver, accounts, nowMs)) {
      return { data: { id: receiver.id, deletedAt: iso(nowMs) } };
    }
  }
  throw new WriteContention('A receiver has more accounts than one request deletes, or they keep changing');
};
