import { listBankAccounts } from '#shared/bank-accounts/list-bank-accounts';
import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { readOwnReceiver } from '#shared/receivers/read-own-receiver';
import { contract } from './contract';

/** Lists a receiver's bank accounts. */
export const handler = partnerEndpoint(contract, async ({ caller, params, query }) => {
  const { id: receiverId, partnerId, userId } = await readOwnReceiver(params.receiverId, caller);
  const owner = { partnerId, userId, receiverId };
  return { data: await listBankAccounts(owner, query) };
});
