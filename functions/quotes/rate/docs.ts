import { currencyDisabled, fiatOutOfRange, quoteFailed, tokenOutOfRange } from '#shared/api/problems';
import { defineDocs } from '#shared/http/docs';
import { pesoRange, rampRate, rampRequest, usdcRange } from '#shared/quotes/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: [
    'quotes.getRate',
    'Reads a price without locking it. Amounts are in the currency or the token, not in its smallest units.',
  ],
  description:
    'Prices an on-ramp, an off-ramp or the first leg of a cross-ramp at this instant, without locking anything. Give exactly one of `fiatAmount` and `cryptoAmount`; the other is worked out. The answer is that of a quote without `quoteId` and `expiresAt`. The path is also served as `/quote/rate`.',
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
