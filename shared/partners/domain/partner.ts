import type { PayeePolicies } from '#shared/corridors/domain/payee-checks';
import type { Maxima } from '#shared/limits/domain/limit';
import type { DepositTerms } from '#shared/partners/domain/deposit-terms';
import {
  type AmountRange,
  type Currency,
  currencies,
  defaultRangeFor,
  type FiatCurrency,
  fiatCurrencies,
  type TokenPair,
  tokenPairs,
} from '#shared/values/money/currency';
import type { StageName } from '#shared/values/stage-name';

export const partnerFlows = ['REGULAR', 'PAYMENT', 'OTC'] as const;
export type PartnerFlow = (typeof partnerFlows)[number];

/** Terms between a partner and the platform. */
export interface Agreement {
  /** Bounds that the agreement names; `rangeFor` reads them. A stored agreement lacks currencies added after it. */
  readonly ranges: Readonly<Partial<Record<Currency, AmountRange>>>;
  readonly fiatCurrencies: readonly FiatCurrency[];
  /** Enabled tokens, each on its chain. */
  readonly tokenPairs: readonly TokenPair[];
  /** Seconds that a locked quote lives; the stage's default when absent. */
  readonly quoteTtlS?: number | undefined;
  /** Ceiling of the premium spread, as a fraction. */
  readonly maxPremiumSpread: number;
  /** Consequences of payee checks; `payeePolicyFor` reads them. @default the payout zone's */
  readonly payeePolicies?: PayeePolicies | undefined;
  /** Maxima of a day and of a month (UTC). @default no limit over time */
  readonly limits?: Maxima | undefined;
  /** Terms about deposits of less than the amount. @default each is returned */
  readonly deposits?: DepositTerms | undefined;
}

/** The caller of a request, as stored with each API key. */
export interface Caller {
  readonly partnerId: string;
  readonly keyId: string;
  readonly partnerName: string;
  readonly suspended: boolean;
  readonly flows: readonly PartnerFlow[];
  readonly agreement: Agreement;
  /** ISO date of the last accepted request. */
  readonly lastUsedOn?: string | undefined;
  readonly expiresAtMs?: number | undefined;
  /** Ranges of addresses that the key may be used from, as CIDR. Absent: anywhere. */
  readonly allowedCidrs?: readonly string[] | undefined;
  /** Scopes of a restricted key. Absent: every scope. */
  readonly scopes?: readonly string[] | undefined;
  readonly revokedAtMs?: number | undefined;
}

/** Returns the bounds of an order: the agreement's, or the currency's default in the stage if the agreement names none. */
export function rangeFor({ ranges }: Agreement, currency: Currency, stage: StageName): AmountRange {
  return ranges[currency] ?? defaultRangeFor(currency, stage);
}

/** The agreement a partner starts with. */
export function defaultAgreement(stage: StageName): Agreement {
  return {
    ranges: Object.fromEntries(currencies.map((currency) => [currency, defaultRangeFor(currency, stage)])),
    fiatCurrencies,
    tokenPairs,
    maxPremiumSpread: stage === 'production' ? 0.1 : 5,
  };
}
