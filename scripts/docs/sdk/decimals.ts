/** Decimals of each currency for the SDK, written from the record of currencies. */
import { currencies, decimalsFor } from '#shared/values/money/currency';

/** Writes the source of `sdk/src/generated/decimals.ts`. */
export function decimalsModule(): string {
  const rows = currencies.map((currency) => `${currency}: ${decimalsFor(currency)}`);
  return `// Written by "npm run docs" from shared/values/money/currency.ts; changes here are lost.

/** Decimals that amounts of a currency or token have at most. */
export const DECIMALS = { ${rows.join(', ')} } as const;
`;
}
