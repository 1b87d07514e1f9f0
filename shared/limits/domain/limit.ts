/** Limits over time: maximum total in US dollars of the transactions that a user or partner creates per day or month (UTC). */
import { addDays, calendarDay, startOfDayMs, utcDay } from '#shared/values/calendar/calendar-day';
import type { Decimal } from '#shared/values/money/decimal';
import { convert, type Money, money, moneyText } from '#shared/values/money/money';

export const limitNames = ['USER_DAY', 'USER_MONTH', 'PARTNER_DAY', 'PARTNER_MONTH'] as const;
export type LimitName = (typeof limitNames)[number];

export type LimitPeriod = 'DAY' | 'MONTH';

interface LimitFacts {
  /** Field of the limit in an agreement. */
  readonly term: 'userDay' | 'userMonth' | 'partnerDay' | 'partnerMonth';
  /** Party whose transactions are added up. */
  readonly owner: 'USER' | 'PARTNER';
  readonly period: LimitPeriod;
}

export const limitFacts: Readonly<Record<LimitName, LimitFacts>> = {
  USER_DAY: { term: 'userDay', owner: 'USER', period: 'DAY' },
  USER_MONTH: { term: 'userMonth', owner: 'USER', period: 'MONTH' },
  PARTNER_DAY: { term: 'partnerDay', owner: 'PARTNER', period: 'DAY' },
  PARTNER_MONTH: { term: 'partnerMonth', owner: 'PARTNER', period: 'MONTH' },
};

/** Maximum amounts of an agreement in whole US cents. An absent field means no limit. */
export type Maxima = Readonly<Partial<Record<LimitFacts['term'], number | undefined>>>;

/** Highest allowed maximum in US cents. Up to this maximum, sums of amounts remain exact as JavaScript numbers. */
export const LARGEST_MAXIMUM = 1_000_000_000_000_000n;

/** A limit in a period. */
export interface Limit extends Pick<LimitFacts, 'owner' | 'period'> {
  readonly name: LimitName;
  /** US cents. */
  readonly maximum: bigint;
  /** Day (`2026-01-15`) or month (`2026-01`). */
  readonly within: string;
  /** First instant after the period, epoch ms. */
  readonly resetsAtMs: number;
}

/** Returns the limits of an agreement for the day and the month that contain an instant (epoch ms). */
export function limitsAt(maxima: Maxima | undefined, atMs: number): Limit[] {
  if (maxima === undefined) return [];
  return limitNames.flatMap((name) => {
    const { term, owner, period } = limitFacts[name];
    const maximum = maxima[term];
    if (maximum === undefined) return [];
    return [{ name, owner, period, maximum: BigInt(maximum), ...periodAt(period, atMs) }];
  });
}

/** Returns the name and the end of the day or month that contains an instant (epoch ms). */
export function periodAt(period: LimitPeriod, atMs: number): Pick<Limit, 'within' | 'resetsAtMs'> {
  const day = utcDay(atMs);
  if (period === 'DAY') return { within: day, resetsAtMs: startOfDayMs(addDays(day, 1)) };
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  return { within: day.slice(0, 7), resetsAtMs: startOfDayMs(calendarDay(year, month + 1, 1)) };
}

/** Converts an amount to US cents, rounded up. @param rate US dollars per unit of the currency */
export function centsOf(amount: Money, rate: Decimal): bigint {
  return convert(amount, rate, 'USD', 'up').minor;
}

/** Formats US cents as dollars, for example "120.50". */
export function dollars(cents: bigint): string {
  return moneyText(money(cents, 'USD'));
}

/** Part of an amount that a transaction counted towards a limit. */
export interface LimitUse {
  readonly name: LimitName;
  /** Day or month in which this part counts. */
  readonly within: string;
  /** Allotment that counts this part. */
  readonly allotment: number;
  /** US cents. */
  readonly cents: bigint;
}

/** Returns the uses whose day or month contains an instant (epoch ms). */
export function currentUses(uses: readonly LimitUse[], atMs: number): LimitUse[] {
  return uses.filter(({ name, within }) => periodAt(limitFacts[name].period, atMs).within === within);
}
