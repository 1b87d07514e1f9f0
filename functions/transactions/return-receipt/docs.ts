import { receiptErased, returnReceiptNotIssued } from '#shared/api/problems';
import { defineDocs } from '#shared/http/docs';
import { offRamp, returnReceipt } from '#shared/transactions/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['transactions.getReturnReceipt', 'Reads the receipt of a payout that came back.'],
  description:
    'Returns the receipt of a payout that came back after its transaction was completed: a document of its own, which names the first receipt. It is issued when it is first asked for and has the same bytes from then on. Before the payout has come back the answer is 409.',
  example: { path: { id: offRamp.id }, query: { language: 'en' }, data: returnReceipt },
  refusals: [returnReceiptNotIssued(), receiptErased()],
});
