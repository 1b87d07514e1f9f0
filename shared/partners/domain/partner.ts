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

/** Agreement between a partner and the platform. */
export interface Agreement {
  /** Amount ranges of the agreement; read them with `rangeFor`. A stored agreement lacks currencies that were added later. */
  readonly ranges: Readonly<Partial<Record<Currency, AmountRange>>>;
  readonly fiatCurrencies: readonly FiatCurrency[];
  /** Enabled tokens with their chains. */
  readonly tokenPairs: readonly TokenPair[];
  /** Lifetime of a locked quote in seconds. Absent: the default of the stage. */
  readonly quoteTtlS?: number | undefined;
  /** Maximum `premiumSpread` that the partner may request: a surcharge on the exchange rate, as a fraction. */
  readonly maxPremiumSpread: number;
  /** Policies for payee check results; read them with `payeePolicyFor`. @default the policies of the payout zone */
  readonly payeePolicies?: PayeePolicies | undefined;
  /** Maximum amounts per day and month (UTC), for each user and for the whole partner. @default no limit */
  readonly limits?: Maxima | undefined;
  /** Terms for deposits that are smaller than the amount of the transaction. @default the deposit is returned */
  readonly deposits?: DepositTerms | undefined;
}

/** Caller of a request, as stored with each API key. */
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
  /** Allowed address ranges (CIDR). Absent: any address. */
  readonly allowedCidrs?: readonly string[] | undefined;
  /** Scopes of a restricted key. Absent: every scope. */
  readonly scopes?: readonly string[] | undefined;
  readonly revokedAtMs?: number | undefined;
}

/** Returns the amount range of a currency: from the agreement, otherwise the default of the stage. */
export function rangeFor({ ranges }: Agreement, currency: Currency, stage: StageName): AmountRange {
  return ranges[currency] ?? defaultRangeFor(currency, stage);
}

/** Returns the agreement of a new partner. */
export function defaultAgreement(stage: StageName): Agreement {
  return {
    ranges: Object.fromEntries(currencies.map((currency) => [currency, defaultRangeFor(currency, stage)])),
    fiatCurrencies,
    tokenPairs,
    maxPremiumSpread: stage === 'production' ? 0.1 : 5,
  };
}
