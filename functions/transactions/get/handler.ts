import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { readOwnTransaction } from '#shared/transactions/read-own-transaction';
import { toTransactionResponse } from '#shared/transactions/response';
import { contract } from './contract';

export const handler = partnerEndpoint(contract, async ({ caller, params, nowMs }) => ({
  data: toTransactionResponse(await readOwnTransaction(params.id, caller), nowMs),
}));
