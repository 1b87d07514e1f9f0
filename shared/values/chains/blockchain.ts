import { type TokenSymbol, tokenSymbols } from '#shared/values/money/currency';

export const blockchains = ['POL', 'SOL', 'ETH', 'BSC'] as const;
export type Blockchain = (typeof blockchains)[number];

/** A token on a chain, as agreements list them: `POL:USDC`. */
export type TokenPair = `${Blockchain}:${TokenSymbol}`;

export const tokenPairs: readonly TokenPair[] = blockchains.flatMap((blockchain) =>
  tokenSymbols.map((token): TokenPair => `${blockchain}:${token}`),
);
