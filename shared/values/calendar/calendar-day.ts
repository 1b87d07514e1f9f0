/** A calendar day as ISO text (`2026-04-02`). Days sort as text and have no time zone. */
export type CalendarDay = string;

const DAY_MS = 86_400_000;

/** Returns the UTC day of a time (epoch ms). */
export function utcDay(atMs: number): CalendarDay {
  return new Date(atMs).toISOString().slice(0, 10);
}

/** Returns true if the text is an existing calendar day in ISO format. */
export function isCalendarDay(text: string): boolean {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return false;
  const atMs = Date.parse(text);
  // `Date.parse` returns NaN for some nonexistent days, such as 2026-02-32, and a later day for others, such as 2026-02-30.
  return !Number.isNaN(atMs) && utcDay(atMs) === text;
}

const INSTANT =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})(?:T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?(?:Z|[+-][0-9]{2}:?[0-9]{2}))?$/;

/** Parses an ISO 8601 text to epoch ms. A text with only a day means midnight UTC. Returns `undefined` for other text. */
export function parseInstantMs(text: string): number | undefined {
  const day = INSTANT.exec(text)?.[1];
  if (day === undefined || !isCalendarDay(day)) return undefined;
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? undefined : atMs;
}

/** Returns the day of a year, month (1 to 12) and day. Month 13 is the next January, and day 32 of January is 1 February. */
export function calendarDay(year: number, month: number, day: number): CalendarDay {
  return utcDay(Date.UTC(year, month - 1, day));
}

/** Returns midnight UTC of a day, epoch ms. */
export function startOfDayMs(day: CalendarDay): number {
  return Date.parse(day);
}

/** Adds a number of days to a day. The number can be negative. */
export function addDays(day: CalendarDay, days: number): CalendarDay {
  return utcDay(startOfDayMs(day) + days * DAY_MS);
}

/** Returns the number of calendar days between two days. */
export function daysBetween(from: CalendarDay, to: CalendarDay): number {
  return Math.round((startOfDayMs(to) - startOfDayMs(from)) / DAY_MS);
}

/** Returns the day of the week, from 0 for Sunday to 6 for Saturday. */
export function dayOfWeek(day: CalendarDay): number {
  return new Date(startOfDayMs(day)).getUTCDay();
}

export function calendarYear(day: CalendarDay): number {
  return Number(day.slice(0, 4));
}
