import { defineDocs } from '#shared/http/docs';
import { crossRampQuote } from '#shared/quotes/examples';
import { crossRamp } from '#shared/transactions/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['crossRamps.getQuote', 'Reads a locked price, with the transaction that used it.'],
  description:
    "Returns a cross-ramp quote of yours as it was locked, with `usedBy`: the id of the transaction that has used it, or null. An expired quote is there for a week. An unknown id, another partner's quote and a quote of another kind all answer 404.",
  example: { path: { id: crossRampQuote.quoteId }, data: { ...crossRampQuote, usedBy: crossRamp.id } },
});
