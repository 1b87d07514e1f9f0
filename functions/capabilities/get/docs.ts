import { defineDocs } from '#shared/http/docs';
import { blockchains } from '#shared/values/chains/blockchain';
import { fiatCurrencies, tokenSymbols } from '#shared/values/money/currency';
import { contract } from './contract';
import { destinations } from './read-capabilities';

/** The fixed fee by source currency. */
const fees = { MXN: 25, DOP: 60, USD: 1, EUR: 1 };

export const docs = defineDocs(contract, {
  description:
    'Returns what your agreement lets you do: currencies, tokens on their chains, corridors with their fees, destinations with their rails, thresholds and limits, and which environment this is. Keep the `ETag` and send it as `If-None-Match`: 304 says that nothing has changed.',
  example: {
    data: {
      environment: 'sandbox',
      transactionTypes: ['ON_RAMP', 'OFF_RAMP', 'CROSS_RAMP'],
      fiatCurrencies: [...fiatCurrencies],
      tokenPairs: blockchains.flatMap((blockchainSymbol) =>
        tokenSymbols.map((tokenSymbol) => ({
          blockchainSymbol,
          tokenSymbol,
          stablecoin: true,
          aboveMxn: blockchainSymbol === 'BSC' ? 50_000 : null,
        })),
      ),
      corridors: fiatCurrencies.flatMap((sourceCurrency) =>
        fiatCurrencies
          .filter((targetCurrency) => targetCurrency !== sourceCurrency)
          .map((targetCurrency) => ({ sourceCurrency, targetCurrency, fixedFee: fees[sourceCurrency] })),
      ),
      destinations: destinations(fiatCurrencies),
      thresholds: [
        { currency: 'MXN', min: 10, max: 10_000_000 },
        { currency: 'DOP', min: 100, max: 10_000_000 },
        { currency: 'USD', min: 1, max: 500_000 },
        { currency: 'EUR', min: 1, max: 500_000 },
        { currency: 'USDC', min: 1, max: 500_000 },
        { currency: 'USDT', min: 1, max: 500_000 },
      ],
      maxPremiumSpread: 5,
      overTheCounterAboveMxn: 50_000,
      maxForwardingDays: 4,
      quoteLifeSeconds: 60,
    },
  },
});
