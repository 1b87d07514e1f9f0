import { addDays, type CalendarDay, calendarYear, dayOfWeek } from './calendar-day';
import { mexicanHolidays } from './mexican-holidays';

/** Why Mexican banks are closed on a day: the holiday's name, or the weekend. `undefined` on business days. */
export function closureReason(day: CalendarDay): string | undefined {
  const holiday = mexicanHolidays(calendarYear(day)).get(day);
  if (holiday !== undefined) return holiday;
  const weekday = dayOfWeek(day);
  return weekday === 0 || weekday === 6 ? 'Weekend' : undefined;
}

/** A day that was passed over, and why. */
export interface PassedDay {
  readonly date: CalendarDay;
  readonly reason: string;
}

/** The first business day from a day on, that day included, with the closed days before it. */
export function businessDayFrom(day: CalendarDay): {
  readonly day: CalendarDay;
  readonly passed: readonly PassedDay[];
} {
  const passed: PassedDay[] = [];
  let candidate = day;
  for (let reason = closureReason(candidate); reason !== undefined; reason = closureReason(candidate)) {
    passed.push({ date: candidate, reason });
    candidate = addDays(candidate, 1);
  }
  return { day: candidate, passed };
}
