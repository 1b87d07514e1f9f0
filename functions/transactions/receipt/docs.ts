import { receiptErased, receiptNotIssued } from '#shared/api/problems';
import { defineDocs } from '#shared/http/docs';
import { crossRamp, receipt } from '#shared/transactions/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['transactions.getReceipt', 'Reads the receipt of a completed transaction.'],
  description:
    'Returns the receipt of a completed transaction: parties, amounts, fee, rate, rails, and the sentences that the corridor requires, in `language` (default: Spanish for Mexico and the Dominican Republic, else English). It is issued when it is first asked for and has the same bytes from then on, whatever happens later: a payout that comes back has a receipt of its own. Before COMPLETED the answer is 409. It goes with an erased user: 404 then.',
  example: { path: { id: crossRamp.id }, query: { language: 'en' }, data: receipt },
  refusals: [receiptNotIssued(), receiptErased()],
});
