import { currencyDisabled, fiatOutOfRange, pairDisabled, quoteFailed, tokenOutOfRange } from '#shared/api/problems';
import { defineDocs } from '#shared/contract/define-docs';
import { pesoRange, premiumNote, rampQuote, rampRate, rampRequest, usdcRange } from '#shared/quotes/examples';
import { contract as getContract } from './get/contract';
import { contract as lockContract } from './lock/contract';
import { contract as rateContract } from './rate/contract';

export const getQuote = defineDocs(getContract, {
  sdk: ['quotes.get', 'Reads a quote with the id of the transaction that used it.'],
  description:
    "Returns your locked quote between a fiat currency and a token. `usedBy` is the id of the transaction that used the quote, or null. An expired quote remains available for a week. An unknown id, another partner's quote and a cross-ramp quote all return 404.",
  example: { path: { id: rampQuote.quoteId }, data: { ...rampQuote, usedBy: null } },
});

export const createQuote = defineDocs(lockContract, {
  sdk: ['quotes.create', 'Locks a price until `expiresAt`, for one transaction.'],
  description:
    'Locks the current rate until `expiresAt`, by default for 60 seconds. An on-ramp requires `fiatAmount`, an off-ramp requires `cryptoAmount`. If you send both, the API ignores the other amount. For `CROSS_RAMP`, send one of them: the quote locks the first leg, from the source currency to the token. The transaction specifies the target currency. `BSC` is only for amounts above 50,000 MXN. `forwardingDays` is only for MXN over the counter. You can use a quote for one transaction. A failed creation does not use up the quote. `/quote` is an alias of this path.',
  body: {
    about: 'The price to lock.',
    fiatAmount: 'Required for ON_RAMP.',
    cryptoAmount: 'Required for OFF_RAMP.',
    blockchainSymbol: 'BSC only for amounts above 50,000 MXN.',
    premiumSpread: premiumNote,
    country: 'Only if the currency is not the default of the country.',
    rail: 'Only if you do not want the default rail of the country.',
    forwardingDays: 'Settlement after N business days (T+N). Only for MXN over the counter.',
  },
  example: { body: rampRequest, data: rampQuote },
  refusals: [
    tokenOutOfRange('OFF_RAMP', usdcRange),
    pairDisabled(),
    fiatOutOfRange('ON_RAMP', pesoRange),
    quoteFailed(),
  ],
});

export const getRate = defineDocs(rateContract, {
  sdk: [
    'quotes.getRate',
    'Reads a price without locking it. Amounts are in units of the currency or the token, not in the smallest units.',
  ],
  description:
    'Returns the current price of an on-ramp, an off-ramp or the first leg of a cross-ramp, without a lock. Send exactly one of `fiatAmount` and `cryptoAmount`. The API calculates the other amount. The response is a quote without `quoteId` and `expiresAt`. `/quote/rate` is an alias of this path.',
  parameters: {
    transactionType: 'The type of the transaction. For CROSS_RAMP, the price of the first leg.',
    tokenSymbol: 'The token.',
    blockchainSymbol: 'The blockchain of the token. BSC only for amounts above 50,000 MXN.',
    rail: 'Only if you do not want the default rail of the country.',
    fiatAmount: 'Send this or `cryptoAmount`.',
    cryptoAmount: 'Send this or `fiatAmount`.',
    forwardingDays: 'Settlement after N business days (T+N). Only for MXN over the counter.',
  },
  example: { query: rampRequest, data: rampRate },
  refusals: [
    tokenOutOfRange('OFF_RAMP', usdcRange),
    currencyDisabled(),
    fiatOutOfRange('ON_RAMP', pesoRange),
    quoteFailed(),
  ],
});
