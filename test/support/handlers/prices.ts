import {
  badRequest,
  currencyDisabled,
  fiatOutOfRange,
  pairDisabled,
  sameCurrencies,
  tokenOutOfRange,
} from '#shared/api/problems';
import type { Fields } from './describe-price';

const forwarded = { forwardingDays: 1, fiatAmount: 60_000 };

/** Fields that are invalid in a rate or quote request for an on-ramp of 1,000 MXN. */
const wrong: readonly (readonly [string, Fields, readonly string[]])[] = [
  ['an unknown type', { transactionType: 'SWAP' }, ['transactionType']],
  ['no type', { transactionType: undefined }, ['transactionType']],
  ['an unknown currency', { fiatCurrency: 'BRL' }, ['fiatCurrency']],
  ['an unknown token', { tokenSymbol: 'BTC' }, ['tokenSymbol']],
  ['an unknown chain', { blockchainSymbol: 'TRX' }, ['blockchainSymbol']],
  [
    'no token and no chain',
    { tokenSymbol: undefined, blockchainSymbol: undefined },
    ['blockchainSymbol', 'tokenSymbol'],
  ],
  ['an unknown country', { country: 'BR' }, ['country']],
  ['Hong Kong, which quotes do not list', { country: 'HK' }, ['country']],
  ['an unknown rail', { rail: 'TRAIN' }, ['rail']],
  ['an amount of zero', { fiatAmount: 0 }, ['fiatAmount']],
  ['a negative amount', { fiatAmount: -5 }, ['fiatAmount']],
  ['three decimals of pesos', { fiatAmount: 10.001 }, ['fiatAmount']],
  ['a million millions of pesos', { fiatAmount: 1e12 }, ['fiatAmount']],
  ['more than there is of anything', { fiatAmount: 1e300 }, ['fiatAmount']],
  ['a premium above the ceiling', { premiumSpread: 5.1 }, ['premiumSpread']],
  ['a premium of seven decimals', { premiumSpread: 0.0000001 }, ['premiumSpread']],
  ['a premium that no decimal is', { premiumSpread: 0.1 + 0.2 }, ['premiumSpread']],
  ['a negative premium', { premiumSpread: -0.01 }, ['premiumSpread']],
  ['five days', { ...forwarded, forwardingDays: 5 }, ['forwardingDays']],
  ['half a day', { ...forwarded, forwardingDays: 1.5 }, ['forwardingDays']],
  ['minus one day', { ...forwarded, forwardingDays: -1 }, ['forwardingDays']],
  ['forwarding of a small order', { forwardingDays: 1 }, ['forwardingDays']],
  ['forwarding of dollars', { ...forwarded, fiatCurrency: 'USD' }, ['forwardingDays']],
  ['forwarding of a leg', { ...forwarded, transactionType: 'CROSS_RAMP' }, ['forwardingDays']],
];

const USDC = { min: '1', max: '500000', currency: 'USDC' };
const MXN = { min: '10', max: '10000000', currency: 'MXN' };
const nothing = { transactionType: 'OFF_RAMP', fiatAmount: undefined, cryptoAmount: 0.000001 };

/** An on-ramp of 1,000 MXN, and changes that make its rate or quote request fail. */
export const rampPrices = {
  order: {
    ...{ transactionType: 'ON_RAMP', fiatCurrency: 'MXN', tokenSymbol: 'USDC', blockchainSymbol: 'POL' },
    fiatAmount: 1000,
  },
  agreement: { fiatCurrencies: ['MXN'], tokenPairs: ['POL:USDC', 'BSC:USDC'] },
  refused: [
    ['a currency that the partner has not', { fiatCurrency: 'EUR' }, currencyDisabled()],
    ['such a currency before its pair', { fiatCurrency: 'EUR', blockchainSymbol: 'SOL' }, currencyDisabled()],
    ['a pair that the partner has not', { tokenSymbol: 'USDT' }, pairDisabled()],
    ['a chain that the partner has not', { blockchainSymbol: 'SOL' }, pairDisabled()],
    ['BSC for a small order', { blockchainSymbol: 'BSC' }, pairDisabled()],
    ['an amount that is worth nothing', nothing, tokenOutOfRange('OFF_RAMP', USDC)],
  ],
  wrong,
} as const;

/** A cross-ramp of MXN to USD, and changes that make its rate or quote request fail. */
export const crossRampPrices = {
  order: { sourceCurrency: 'MXN', targetCurrency: 'USD', sourceAmount: 2000.01 },
  agreement: { fiatCurrencies: ['MXN', 'USD'] },
  refused: [
    ['a currency into itself', { targetCurrency: 'MXN' }, sameCurrencies()],
    [
      'a currency that the partner has not',
      { targetCurrency: 'EUR' },
      badRequest('CURRENCY_DISABLED', 'Requested fiat currency is invalid or inactive'),
    ],
    ['an amount that the fee takes', { sourceAmount: 25 }, fiatOutOfRange('CROSS_RAMP', MXN)],
  ],
  wrong: [['a premium above the ceiling', { premiumSpread: 5.1 }, ['premiumSpread']]],
} as const;
