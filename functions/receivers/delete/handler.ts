import { deleteBankAccounts, readReceiverAccounts } from '#shared/bank-accounts/repository';
import { WriteContention } from '#shared/dynamodb/retry-on-conflict';
import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { readOwnReceiver } from '#shared/receivers/read-own-receiver';
import { deleteReceiver, MAX_ACCOUNTS_PER_WRITE } from '#shared/receivers/repository';
import { toIsoTime } from '#shared/values/iso-time';
import { contract } from './contract';

/** Maximum writes per request, enough to delete 1,000 accounts. A repeated request continues with the remaining accounts. */
const MAX_WRITES = 50;

/**
 * Deletes a receiver and its accounts. The last write deletes the receiver together with its last accounts, so no account remains
 * without a receiver, even after an interruption.
 */
export const handler = partnerEndpoint(contract, async ({ caller, params, nowMs }) => {
  for (let write = 1; write <= MAX_WRITES; write += 1) {
    const receiver = await readOwnReceiver(params.receiverId, caller);
    const { accounts, hasMore } = await readReceiverAccounts(receiver, MAX_ACCOUNTS_PER_WRITE);
    if (hasMore) {
      await deleteBankAccounts(accounts, nowMs);
    } else if (await deleteReceiver(receiver, accounts, nowMs)) {
      return { data: { id: receiver.id, deletedAt: toIsoTime(nowMs) } };
    }
  }
  throw new WriteContention('A receiver has more accounts than one request deletes, or they keep changing');
});
