/** When an order settles: T+N in Mexican business days, at the close of the day in Mexico City. */
import { businessDayFrom, type PassedDay } from '#shared/domain/calendar/business-days';
import {
  type CalendarDay,
  dayAtUtc,
  daysBetween,
  plusDays,
  startMs,
} from '#shared/domain/calendar/calendar-day';
import type { Forwarding } from '#shared/domain/ramp/forwarding';

const HOUR_MS = 3_600_000;

/** Mexico City is six hours behind UTC all year round: the summer time was abolished on 30 October 2022. */
const BEHIND_UTC_MS = 6 * HOUR_MS;

/** The close of a trade day, and the instant at which orders settle, in Mexico City. */
const CUT_OFF_HOUR = 18;
export const CUT_OFF = `${CUT_OFF_HOUR}:00` as const;

/** The day of an instant (epoch ms) in Mexico City. */
export function mexicoCityDay(atMs: number): CalendarDay {
  return dayAtUtc(atMs - BEHIND_UTC_MS);
}

/** The close of a day in Mexico City, epoch ms. */
function closeOf(day: CalendarDay): number {
  return startMs(day) + CUT_OFF_HOUR * HOUR_MS + BEHIND_UTC_MS;
}

/**
 * The settlement of an order made at an instant (epoch ms), a number of business days after its trade day.
 * An order on a closed day, or after the close, is traded on the next business day: that is day 0.
 */
export function forwardingOf(days: number, atMs: number): Forwarding {
  const today = mexicoCityDay(atMs);
  const late: PassedDay[] =
    atMs > closeOf(today) ? [{ date: today, reason: `After the ${CUT_OFF} cut-off` }] : [];
  const trade = businessDayFrom(late.length > 0 ? plusDays(today, 1) : today);
  const adjustments = [...late, ...trade.passed];
  let settlement = trade.day;
  for (let day = 0; day < days; day += 1) {
    const next = businessDayFrom(plusDays(settlement, 1));
    adjustments.push(...next.passed);
    settlement = next.day;
  }
  return {
    days,
    effectiveDays: daysBetween(trade.day, settlement),
    settlementAtMs: closeOf(settlement),
    adjustments,
  };
}
