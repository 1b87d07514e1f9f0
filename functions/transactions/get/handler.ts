import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { toTransactionResponse } from '#shared/transactions/response';
import { readOwnTransaction } from '#shared/users/read-own-records';
import { contract } from './contract';

export const handler = partnerEndpoint(contract, async ({ caller, params, nowMs }) => ({
  data: toTransactionResponse(await readOwnTransaction(params.id, caller), nowMs),
}));
