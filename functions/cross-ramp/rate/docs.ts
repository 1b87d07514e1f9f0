import { fiatOutOfRange, quoteFailed, sameCurrencies } from '#shared/api/problems';
import { defineDocs } from '#shared/http/docs';
import { crossRampRate, crossRampRequest, pesoRange } from '#shared/quotes/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['crossRamps.getRate', 'Reads a price without locking it. `rate` is in target units per source unit.'],
  description:
    'Prices a conversion at this instant without locking anything. Give exactly one of `sourceAmount` and `targetAmount`; the other is worked out. The fixed fee is taken off the source amount, and `rate` already contains the spread and your premium. Use a quote when the price has to hold.',
  parameters: {
    sourceCurrency: 'What the user pays in.',
    targetCurrency: 'What is paid out.',
    sourceAmount: 'What the user pays. Give this or `targetAmount`.',
    targetAmount: 'What is paid out. Give this or `sourceAmount`.',
    targetCountry: 'Needed for payouts in dollars to China or Hong Kong.',
  },
  example: { query: crossRampRequest, data: crossRampRate },
  refusals: [sameCurrencies(), fiatOutOfRange('CROSS_RAMP', pesoRange), quoteFailed()],
});
