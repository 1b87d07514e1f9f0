import type { Operation } from '#shared/http/edge';
import { listBankAccounts } from '#shared/operations/list-bank-accounts';
import { readOwnReceiver } from '#shared/operations/own-receiver';
import type { contract } from './contract';

/** Lists a receiver's bank accounts. */
export const listReceiverAccounts: Operation<typeof contract> = async ({ caller, params, query }) => {
  const { id: receiverId, partnerId, userId } = await readOwnReceiver(params.receiverId, caller);
  const owner = { partnerId, userId, receiverId };
  return { data: await listBankAccounts(owner, query) };
};
