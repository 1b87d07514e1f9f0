// Written by "npm run docs" from shared/values/money/currency.ts; changes here are lost.

/** Decimals that amounts of a currency or token have at most. */
export const DECIMALS = { MXN: 2, DOP: 2, USD: 2, EUR: 2, USDC: 6, USDT: 6 } as const;
