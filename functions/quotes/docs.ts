import { currencyDisabled, fiatOutOfRange, pairDisabled, quoteFailed, tokenOutOfRange } from '#shared/api/problems';
import { defineDocs } from '#shared/contract/define-docs';
import { pesoRange, premiumNote, rampQuote, rampRate, rampRequest, usdcRange } from '#shared/quotes/examples';
import { contract as getContract } from './get/contract';
import { contract as lockContract } from './lock/contract';
import { contract as rateContract } from './rate/contract';

export const getQuote = defineDocs(getContract, {
  sdk: ['quotes.get', 'Reads a locked price, with the transaction that used it.'],
  description:
    "Returns your quote between a fiat currency and a token, as it was locked, with `usedBy`: the id of the transaction that has used it, or null. An expired quote is there for a week. An unknown id, another partner's quote and a cross-ramp quote all return 404.",
  example: { path: { id: rampQuote.quoteId }, data: { ...rampQuote, usedBy: null } },
});

export const createQuote = defineDocs(lockContract, {
  sdk: ['quotes.create', 'Locks a price until `expiresAt`, for one transaction.'],
  description:
    'Locks the rate of this instant until `expiresAt`, by default for 60 seconds. An on-ramp needs `fiatAmount`, an off-ramp `cryptoAmount`; when both come, the needed one counts. `CROSS_RAMP` takes either and locks the leg from the fiat currency to the token: used in a cross-ramp, that currency is the source, and the target comes with the transaction. `BSC` is there for amounts above 50,000 MXN, `forwardingDays` for MXN over the counter. A quote pays for one transaction; a creation that fails does not use it up. The path is also served as `/quote`.',
  body: {
    about: 'What to lock.',
    fiatAmount: 'Needed for ON_RAMP.',
    cryptoAmount: 'Needed for OFF_RAMP.',
    blockchainSymbol: 'BSC for amounts above 50,000 MXN only.',
    premiumSpread: premiumNote,
    country: 'Where the currency is not the default of its country.',
    rail: 'Where the rail is not the default of its country.',
    forwardingDays: 'T+N, for MXN over the counter.',
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
    'Reads a price without locking it. Amounts are in the currency or the token, not in its smallest units.',
  ],
  description:
    'Prices an on-ramp, an off-ramp or the first leg of a cross-ramp at this instant, without locking anything. Give exactly one of `fiatAmount` and `cryptoAmount`; the other is worked out. The response is that of a quote without `quoteId` and `expiresAt`. The path is also served as `/quote/rate`.',
  parameters: {
    transactionType: 'What is to be priced; CROSS_RAMP prices its first leg.',
    tokenSymbol: 'The token.',
    blockchainSymbol: 'Its chain; BSC for amounts above 50,000 MXN only.',
    rail: 'Where the rail is not the default of its country.',
    fiatAmount: 'Give this or `cryptoAmount`.',
    cryptoAmount: 'Give this or `fiatAmount`.',
    forwardingDays: 'T+N, for MXN over the counter.',
  },
  example: { query: rampRequest, data: rampRate },
  refusals: [
    tokenOutOfRange('OFF_RAMP', usdcRange),
    currencyDisabled(),
    fiatOutOfRange('ON_RAMP', pesoRange),
    quoteFailed(),
  ],
});
