/**
 * Fields that neither a rate nor a quote between a fiat currency and a token accepts, beside an on-ramp of 1,000 pesos.
 */
type Fields = Readonly<Record<string, string | number | undefined>>;

const forwarded = { forwardingDays: 1, fiatAmount: 60_000 };

export const refusedPrices: readonly (readonly [string, Fields, readonly string[]])[] = [
  ['a type that is none', { transactionType: 'SWAP' }, ['transactionType']],
  ['no type', { transactionType: undefined }, ['transactionType']],
  ['a currency that is none', { fiatCurrency: 'BRL' }, ['fiatCurrency']],
  ['a token that is none', { tokenSymbol: 'BTC' }, ['tokenSymbol']],
  ['a chain that is none', { blockchainSymbol: 'TRX' }, ['blockchainSymbol']],
  [
    'no token and no chain',
    { tokenSymbol: undefined, blockchainSymbol: undefined },
    ['blockchainSymbol', 'tokenSymbol'],
  ],
  ['a country that is none', { country: 'BR' }, ['country']],
  ['Hong Kong, which quotes do not list', { country: 'HK' }, ['country']],
  ['a rail that is none', { rail: 'TRAIN' }, ['rail']],
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
