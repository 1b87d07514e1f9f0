/** Settlement date of an order: T+N in Mexican business days, at the close of the day in Mexico City. */
import { businessDayFrom, closureReason, type PassedDay } from '#shared/values/calendar/business-days';
import { addDays, type CalendarDay, daysBetween, startOfDayMs, utcDay } from '#shared/values/calendar/calendar-day';
import type { FiatCurrency } from '#shared/values/money/currency';
import type { Forwarding } from './quote';

const HOUR_MS = 3_600_000;

/** Mexico City has UTC−6 all year round: daylight saving time was abolished on 30 October 2022. */
const UTC_MINUS_LOCAL_MS = 6 * HOUR_MS;

/** The close of a trade day, and the instant at which orders settle, in Mexico City. */
const CUT_OFF_HOUR = 18;
export const CUT_OFF = `${CUT_OFF_HOUR}:00` as const;

/** The reason for skipping a business day after its close. All other reasons come from the calendar. */
const AFTER_CUT_OFF = `After the ${CUT_OFF} cut-off`;

/** The day of an instant (epoch ms) in Mexico City. */
export function mexicoCityDay(atMs: number): CalendarDay {
  return utcDay(atMs - UTC_MINUS_LOCAL_MS);
}

/** The close of a day in Mexico City, epoch ms. */
function closeAtMs(day: CalendarDay): number {
  return startOfDayMs(day) + CUT_OFF_HOUR * HOUR_MS + UTC_MINUS_LOCAL_MS;
}

/**
 * The settlement of an order made at an instant (epoch ms), a number of business days after its trade day.
 * An order on a closed day, or after the close, is traded on the next business day: that is day 0.
 */
export function scheduleSettlement(days: number, atMs: number): Forwarding {
  const today = mexicoCityDay(atMs);
  // A closed day has the calendar's reason, at any hour.
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
 * The settlement of an order that is never forwarded, made at an instant (epoch ms): T+0, and no day is skipped.
 * Pesos settle at the close of their trade day. No calendar is kept for the other currencies: they settle at once.
 */
export function unforwardedSettlement(fiat: FiatCurrency, atMs: number): Forwarding {
  const settlementAtMs = fiat === 'MXN' ? scheduleSettlement(0, atMs).settlementAtMs : atMs;
  return { days: 0, effectiveDays: 0, settlementAtMs, adjustments: [] };
}
