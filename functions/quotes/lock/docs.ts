import { fiatOutOfRange, pairDisabled, quoteFailed, tokenOutOfRange } from '#shared/api/problems';
import { defineDocs } from '#shared/http/docs';
import { pesoRange, rampQuote, rampRequest, usdcRange } from '#shared/quotes/examples';
import { premiumNote } from '#shared/quotes/notes';
import { contract } from './contract';

export const docs = defineDocs(contract, {
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
