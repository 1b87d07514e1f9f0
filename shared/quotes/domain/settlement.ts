/** Settlement date of a price: T+N in Mexican business days, at the cut-off time in Mexico City. */
import { businessDayFrom, closureReason, type PassedDay } from '#shared/values/calendar/business-days';
import { addDays, type CalendarDay, daysBetween, startOfDayMs, utcDay } from '#shared/values/calendar/calendar-day';
import type { FiatCurrency } from '#shared/values/money/currency';
import type { Forwarding } from './quote';

const HOUR_MS = 3_600_000;

/** Mexico City has UTC−6 all year round: daylight saving time was abolished on 30 October 2022. */
const UTC_MINUS_LOCAL_MS = 6 * HOUR_MS;

/** Hour in Mexico City at which a trade day closes and transactions settle. */
const CUT_OFF_HOUR = 18;
export const CUT_OFF = `${CUT_OFF_HOUR}:00` as const;

/** Reason for skipping a business day after its cut-off. The calendar defines all other reasons. */
const AFTER_CUT_OFF = `After the ${CUT_OFF} cut-off`;

/** Returns the calendar day in Mexico City at a time (epoch ms). */
export function mexicoCityDay(atMs: number): CalendarDay {
  return utcDay(atMs - UTC_MINUS_LOCAL_MS);
}

/** Returns the cut-off time of a day in Mexico City, epoch ms. */
function closeAtMs(day: CalendarDay): number {
  return startOfDayMs(day) + CUT_OFF_HOUR * HOUR_MS + UTC_MINUS_LOCAL_MS;
}

/**
 * Computes the settlement, `days` business days after the trade day: the first business day whose cut-off has not passed.
 * @param atMs time of the request, epoch ms
 */
export function scheduleSettlement(days: number, atMs: number): Forwarding {
  const today = mexicoCityDay(atMs);
  // On a closed day, the calendar defines the reason for skipping the day, even after the cut-off hour.
  const isLate = closureReason(today) === undefined && atMs > closeAtMs(today);
  const late: PassedDay[] = isLate ? [{ date: today, reason: AFTER_CUT_OFF }] : [];
  const trade = businessDayFrom(isLate ? addDays(today, 1) : today);
  const adjustments = [...late, ...trade.passed];
  let settlement = trade.day;
  for (let day = 0; day < days; day += 1) {
    const next = businessDayFrom(addDays(settlement, 1));
    for (const one of next.passed) adjustments.push(one);
    settlement = next.day;
  }
  return {
    days,
    effectiveDays: daysBetween(trade.day, settlement),
    settlementAtMs: closeAtMs(settlement),
    adjustments,
  };
}

/**
 * Computes a settlement without deferral (T+0): pesos settle at the cut-off of the trade day, other currencies immediately.
 * @param atMs time of the request, epoch ms
 */
export function unforwardedSettlement(fiat: FiatCurrency, atMs: number): Forwarding {
  const settlementAtMs = fiat === 'MXN' ? scheduleSettlement(0, atMs).settlementAtMs : atMs;
  return { days: 0, effectiveDays: 0, settlementAtMs, adjustments: [] };
}
