/** Examples of rates, quotes, capabilities and the settlement calendar. */

import { destinations } from '#functions/capabilities/get/read-capabilities';
import type { ResponseData } from '#shared/api/response-schemas';
import { blockchains } from '#shared/values/chains/blockchain';
import { fiatCurrencies, tokenSymbols } from '#shared/values/money/currency';
import type { Example } from './example';

type QuoteOperation = 'getRate' | 'createQuote' | 'getQuote' | 'getCapabilities' | 'getSettlementCalendar';

const rate: ResponseData<'RampRate'> = {
  transactionType: 'ON_RAMP',
  fiatAmount: 1000,
  fiatCurrency: 'MXN',
  cryptoAmount: 53.930941,
  blockchainSymbol: 'POL',
  tokenSymbol: 'USDC',
  rate: 18.54225,
  premiumSpread: 0,
  spread: 0.005,
  flow: 'REGULAR',
  forwardingDays: 0,
  effectiveForwardingDays: 0,
  forwardingSettlementDate: '2026-01-16T00:00:00.000Z',
  forwardingAdjustments: [],
  warnings: [],
};

const quote: ResponseData<'RampQuote'> = {
  quoteId: '019bc2be-a9b0-7f43-9d15-3c8e72b06a4f',
  ...rate,
  expiresAt: '2026-01-15T16:31:40.217Z',
};

const asked = {
  transactionType: 'ON_RAMP',
  fiatCurrency: 'MXN',
  tokenSymbol: 'USDC',
  blockchainSymbol: 'POL',
  fiatAmount: 1000,
} as const;

/** The fixed fee by source currency. */
const fees = { MXN: 25, DOP: 60, USD: 1, EUR: 1 };

const capabilities: ResponseData<'Capabilities'> = {
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
};

export const quoteExamples: { readonly [Id in QuoteOperation]: Example<Id> } = {
  getRate: { query: asked, body: undefined, data: rate },
  createQuote: {
    body: asked,
    data: quote,
  },
  getQuote: { path: { id: quote.quoteId }, body: undefined, data: { ...quote, usedBy: null } },
  getCapabilities: { body: undefined, data: capabilities },
  getSettlementCalendar: {
    query: { country: 'MX', from: '2026-04-01', to: '2026-04-06' },
    body: undefined,
    data: {
      country: 'MX',
      timeZone: 'America/Mexico_City',
      cutOff: '18:00',
      days: [
        { date: '2026-04-01', businessDay: true, reason: null },
        { date: '2026-04-02', businessDay: false, reason: 'Holy Thursday' },
        { date: '2026-04-03', businessDay: false, reason: 'Good Friday' },
        { date: '2026-04-04', businessDay: false, reason: 'Weekend' },
        { date: '2026-04-05', businessDay: false, reason: 'Weekend' },
        { date: '2026-04-06', businessDay: true, reason: null },
      ],
    },
  },
};
