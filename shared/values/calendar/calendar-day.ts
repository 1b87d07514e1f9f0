/** Days of the calendar as ISO text (`2026-04-02`): they sort as text and know no time zone. */
export type CalendarDay = string;

const DAY_MS = 86_400_000;

/** The day of an instant (epoch ms) in UTC. */
export function utcDay(atMs: number): CalendarDay {
  return new Date(atMs).toISOString().slice(0, 10);
}

/** Returns true if text is a day of the calendar, as ISO text. */
export function isCalendarDay(text: string): boolean {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return false;
  const atMs = Date.parse(text);
  // Days beyond the end of a month either have no time or run over into the next one.
  return !Number.isNaN(atMs) && utcDay(atMs) === text;
}

const INSTANT =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})(?:T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?(?:Z|[+-][0-9]{2}:?[0-9]{2}))?$/;

/** The time of an ISO 8601 text, epoch ms; a day alone is its start in UTC. `undefined` if it is none. */
export function parseInstantMs(text: string): number | undefined {
  const day = INSTANT.exec(text)?.[1];
  if (day === undefined || !isCalendarDay(day)) return undefined;
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? undefined : atMs;
}

/** The day of a year, with the month from 1. Months and days beyond their ends run over into the next ones. */
export function calendarDay(year: number, month: number, day: number): CalendarDay {
  return utcDay(Date.UTC(year, month - 1, day));
}

/** Midnight UTC of a day, epoch ms. */
export function startOfDayMs(day: CalendarDay): number {
  return Date.parse(day);
}

/** A day some days later, or earlier where the number is negative. */
export function addDays(day: CalendarDay, days: number): CalendarDay {
  return utcDay(startOfDayMs(day) + days * DAY_MS);
}

/** Calendar days from one day to another. */
export function daysBetween(from: CalendarDay, to: CalendarDay): number {
  return Math.round((startOfDayMs(to) - startOfDayMs(from)) / DAY_MS);
}

/** Day of the week, 0 for Sunday to 6 for Saturday. */
export function dayOfWeek(day: CalendarDay): number {
  return new Date(startOfDayMs(day)).getUTCDay();
}

export function calendarYear(day: CalendarDay): number {
  return Number(day.slice(0, 4));
}
