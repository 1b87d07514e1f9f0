import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { readOwnTransaction } from '#shared/transactions/read-own-transaction';
import { issueReceipt, toReceiptReply } from '#shared/transactions/receipts/issue-receipt';
import { contract } from './contract';

export const handler = partnerEndpoint(contract, async ({ caller, params, query, accept, nowMs }) => {
  const transaction = await readOwnTransaction(params.id, caller);
  const issued = await issueReceipt(transaction, nowMs);
  return toReceiptReply(issued, { language: query.language, accept, nowMs });
});
