import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { paymentUrlsFor } from '#shared/transactions/payment-links/urls';
import { readOwnTransaction } from '#shared/transactions/read-own-transaction';
import { toTransactionResponse } from '#shared/transactions/response';
import { contract } from './contract';

export const handler = partnerEndpoint(contract, async (request) => {
  const transaction = await readOwnTransaction(request.params.id, request.caller);
  return { data: toTransactionResponse(transaction, request.nowMs, await paymentUrlsFor([transaction], request)) };
});
