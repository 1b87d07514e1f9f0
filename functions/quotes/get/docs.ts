import { defineDocs } from '#shared/http/docs';
import { rampQuote } from '#shared/quotes/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['quotes.get', 'Reads a locked price, with the transaction that used it.'],
  description:
    "Returns a quote of yours between a fiat currency and a token, as it was locked, with `usedBy`: the id of the transaction that has used it, or null. An expired quote is there for a week. An unknown id, another partner's quote and a cross-ramp quote all answer 404.",
  example: { path: { id: rampQuote.quoteId }, data: { ...rampQuote, usedBy: null } },
});
