import type { TokenSymbol } from '#shared/values/money/currency';

export const blockchains = ['POL', 'SOL', 'ETH', 'BSC'] as const;
export type Blockchain = (typeof blockchains)[number];

/** A token on a chain, as agreements list them: `POL:USDC`. */
export type TokenPair = `${Blockchain}:${TokenSymbol}`;

export const tokenPairs = [
  'POL:USDC',
  'POL:USDT',
  'SOL:USDC',
  'SOL:USDT',
  'ETH:USDC',
  'ETH:USDT',
  'BSC:USDC',
  'BSC:USDT',
] as const satisfies readonly TokenPair[];
