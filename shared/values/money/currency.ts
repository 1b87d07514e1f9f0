/** Fiat currencies the service converts between. */
export const fiatCurrencies = ['MXN', 'DOP', 'USD', 'EUR'] as const;
export type FiatCurrency = (typeof fiatCurrencies)[number];

/** Stablecoins the service converts to and from. */
export const tokenSymbols = ['USDC', 'USDT'] as const;
export type TokenSymbol = (typeof tokenSymbols)[number];

/** Whether a token keeps to its currency's worth; no other token can be operated over the counter. */
const stableByToken: Record<TokenSymbol, boolean> = { USDC: true, USDT: true };

export function isStablecoin(token: TokenSymbol): boolean {
  return stableByToken[token];
}

export type Currency = FiatCurrency | TokenSymbol;

/** Decimal places of each currency's minor unit (ISO 4217 for fiat; six on chain for both tokens). */
const decimalsByCurrency: Record<Currency, number> = { MXN: 2, DOP: 2, USD: 2, EUR: 2, USDC: 6, USDT: 6 };

export function decimalsFor(currency: Currency): number {
  return decimalsByCurrency[currency];
}
