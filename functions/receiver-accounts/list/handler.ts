import { receiverNotFound } from '#shared/api/problems';
import { listBankAccounts } from '#shared/bank-accounts/list-bank-accounts';
import { receiverFacet } from '#shared/dynamodb/lists/list-rows';
import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { requireOwnReceiver } from '#shared/receivers/read-own-receiver';
import { findReceiver } from '#shared/receivers/repository';
import { normalizeId } from '#shared/values/ids';
import { contract } from './contract';

/** Lists a receiver's bank accounts. */
export const handler = partnerEndpoint(contract, async ({ caller, params, query }) => {
  const receiverId = normalizeId(params.receiverId);
  if (receiverId === undefined) throw receiverNotFound();
  const list = { partnerId: caller.partnerId, facet: receiverFacet(receiverId) };
  const [receiver, data] = await Promise.all([findReceiver(receiverId), listBankAccounts(list, query)]);
  requireOwnReceiver(receiver, caller);
  return { data };
});
