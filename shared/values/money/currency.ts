import type { BankRail } from '#shared/values/bank-rails';
import type { StageName } from '#shared/values/stage-name';

/** Supported fiat currencies. */
export const fiatCurrencies = ['MXN', 'DOP', 'USD', 'EUR'] as const;
export type FiatCurrency = (typeof fiatCurrencies)[number];

/** Supported stablecoins. */
export const tokenSymbols = ['USDC', 'USDT'] as const;
export type TokenSymbol = (typeof tokenSymbols)[number];

/** True for a token pegged to a currency (a stablecoin). Only stablecoins can be used for over-the-counter (OTC) transactions. */
const stableByToken: Record<TokenSymbol, boolean> = { USDC: true, USDT: true };

export function isStablecoin(token: TokenSymbol): boolean {
  return stableByToken[token];
}

export type Currency = FiatCurrency | TokenSymbol;

/** All currencies, fiat currencies first. */
export const currencies: readonly Currency[] = [...fiatCurrencies, ...tokenSymbols];

/** Inclusive limits of an amount, as decimal text. */
export interface AmountRange {
  readonly min: string;
  readonly max: string;
}

interface CurrencyFacts {
  /** Decimal places of the minor unit: ISO 4217 for fiat currencies, six for both tokens. */
  readonly decimals: number;
  /** Default limits of an amount, if an agreement has none for this currency. In production, `liveMin` replaces the minimum. */
  readonly defaultRange: AmountRange;
  /**
   * Minimum in production, about 10 US dollars. At this amount, rounding to the minor unit changes a payment by at most 0.05 %, a
   * tenth of the platform's spread.
   */
  readonly liveMin: string;
  /**
   * Units per US dollar in the sandbox, in thousandths. The sandbox changes this rate slightly every minute, except for a
   * currency pegged to the dollar.
   */
  readonly sandboxRate: bigint;
  /** Bank rails for the currency. A test compares them with the payout zones (shared/corridors/domain/payout-zones.ts). */
  readonly rails: readonly BankRail[];
}

/** Facts of each currency. To add a currency, add its name to `fiatCurrencies` or `tokenSymbols`, and its facts here. */
const facts: Readonly<Record<Currency, CurrencyFacts>> = {
  MXN: {
    decimals: 2,
    defaultRange: { min: '10', max: '10000000' },
    liveMin: '200',
    sandboxRate: 18_450n,
    rails: ['SPEI'],
  },
  DOP: {
    decimals: 2,
    defaultRange: { min: '100', max: '10000000' },
    liveMin: '600',
    sandboxRate: 60_120n,
    rails: ['ACH', 'LBTR'],
  },
  USD: {
    decimals: 2,
    defaultRange: { min: '1', max: '500000' },
    liveMin: '10',
    sandboxRate: 1_000n,
    rails: ['ACH', 'FEDWIRE', 'SWIFT', 'FPS', 'CNAPS', 'CHATS'],
  },
  EUR: {
    decimals: 2,
    defaultRange: { min: '1', max: '500000' },
    liveMin: '10',
    sandboxRate: 921n,
    rails: ['SEPA'],
  },
  USDC: { decimals: 6, defaultRange: { min: '1', max: '500000' }, liveMin: '10', sandboxRate: 1_000n, rails: [] },
  USDT: { decimals: 6, defaultRange: { min: '1', max: '500000' }, liveMin: '10', sandboxRate: 1_000n, rails: [] },
};

export function decimalsFor(currency: Currency): number {
  return facts[currency].decimals;
}

/** Returns the limits of an amount for an agreement without limits for the currency. */
export function defaultRangeFor(currency: Currency, stage: StageName): AmountRange {
  const { defaultRange, liveMin } = facts[currency];
  return stage === 'production' ? { ...defaultRange, min: liveMin } : defaultRange;
}

/** Returns the sandbox's units per US dollar, in thousandths. */
export function sandboxRateFor(currency: Currency): bigint {
  return facts[currency].sandboxRate;
}

/** Lists the bank rails of payments in a currency; empty for a token. */
export function railsFor(currency: Currency): readonly BankRail[] {
  return facts[currency].rails;
}

export const blockchains = ['POL', 'SOL', 'ETH', 'BSC'] as const;
export type Blockchain = (typeof blockchains)[number];

/** A token on a blockchain in the notation of agreements: `POL:USDC`. */
export type TokenPair = `${Blockchain}:${TokenSymbol}`;

export const tokenPairs: readonly TokenPair[] = blockchains.flatMap((blockchain) =>
  tokenSymbols.map((token): TokenPair => `${blockchain}:${token}`),
);
