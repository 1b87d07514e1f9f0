import { fiatOutOfRange, quoteFailed, sameCurrencies } from '#shared/api/problems';
import { defineDocs } from '#shared/http/docs';
import { crossRampQuote, crossRampRequest, pesoRange } from '#shared/quotes/examples';
import { amountNote, premiumNote } from '#shared/quotes/notes';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['crossRamps.createQuote', 'Locks a price until `expiresAt`, for one transaction.'],
  description:
    'Locks the rate of this instant until `expiresAt`, by default for 60 seconds. Give exactly one of `sourceAmount` and `targetAmount`. A quote belongs to the partner that made it and pays for one transaction; a creation that fails does not use it up. For a sandbox outcome, lock the quote with the sandbox amount as `sourceAmount`.',
  body: {
    about: 'A price to lock. Give one of the two amounts.',
    sourceAmount: amountNote,
    targetAmount: amountNote,
    premiumSpread: premiumNote,
    targetCountry: 'Needed for payouts in dollars to China or Hong Kong.',
    targetRail: 'LOCAL by default.',
  },
  example: { body: crossRampRequest, data: crossRampQuote },
  refusals: [sameCurrencies(), fiatOutOfRange('CROSS_RAMP', pesoRange), quoteFailed()],
});
