import { type TokenPair, tokenPairs } from '#shared/values/chains/blockchain';
import type { Currency, FiatCurrency } from '#shared/values/money/currency';
import type { StageName } from '#shared/values/stage-name';

export const partnerFlows = ['REGULAR', 'PAYMENT', 'OTC'] as const;
export type PartnerFlow = (typeof partnerFlows)[number];

/** Inclusive bounds of an amount, as decimal text. */
export interface AmountRange {
  readonly min: string;
  readonly max: string;
}

/** What a partner and the platform agreed on. */
export interface Agreement {
  readonly ranges: Readonly<Record<Currency, AmountRange>>;
  readonly fiatCurrencies: readonly FiatCurrency[];
  /** Enabled tokens, each on its chain. */
  readonly tokenPairs: readonly TokenPair[];
  /** Seconds that a locked quote lives; the stage's default when absent. */
  readonly quoteTtlS?: number | undefined;
  /** Ceiling of the premium spread, as a fraction. */
  readonly maxPremiumSpread: number;
}

/** Everything a request needs to know of its caller, kept with each API key. */
export interface Caller {
  readonly partnerId: string;
  readonly keyId: string;
  readonly partnerName: string;
  readonly suspended: boolean;
  readonly flows: readonly PartnerFlow[];
  readonly agreement: Agreement;
  /** ISO date of the last accepted request. */
  readonly lastUsedOn: string | undefined;
  readonly expiresAtMs: number | undefined;
  readonly revokedAtMs: number | undefined;
}

/** The agreement a partner starts with. */
export function defaultAgreement(stage: StageName): Agreement {
  return {
    ranges: {
      MXN: { min: '10', max: '10000000' },
      DOP: { min: '100', max: '10000000' },
      USD: { min: '1', max: '500000' },
      EUR: { min: '1', max: '500000' },
      USDC: { min: '1', max: '500000' },
      USDT: { min: '1', max: '500000' },
    },
    fiatCurrencies: ['MXN', 'DOP', 'USD', 'EUR'],
    tokenPairs,
    maxPremiumSpread: stage === 'production' ? 0.1 : 5,
  };
}
