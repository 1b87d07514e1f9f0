import { addDays, type CalendarDay, calendarDay, calendarYear, dayOfWeek } from './calendar-day';

/*
 * The days on which Mexican banks are closed besides weekends, by the rules of the calendar that the
 * banking commission (CNBV) publishes in the Diario Oficial each year.
 */

const MONDAY = 1;

/** Returns the nth Monday of a month. */
function nthMonday(year: number, month: number, nth: number): CalendarDay {
  const first = calendarDay(year, month, 1);
  return addDays(first, ((MONDAY - dayOfWeek(first) + 7) % 7) + (nth - 1) * 7);
}

/** Cache of holidays by year: the computation of a settlement date checks many days. */
const holidaysByYear = new Map<number, ReadonlyMap<CalendarDay, string>>();
const MAX_CACHED_YEARS = 20;

/** Returns the bank holidays of a year by day, with their names. Includes holidays on weekends. */
export function mexicanHolidays(year: number): ReadonlyMap<CalendarDay, string> {
  const holidays = holidaysByYear.get(year) ?? computeHolidays(year);
  if (holidaysByYear.size >= MAX_CACHED_YEARS) holidaysByYear.clear();
  holidaysByYear.set(year, holidays);
  return holidays;
}

function computeHolidays(year: number): ReadonlyMap<CalendarDay, string> {
  const easter = easterSunday(year);
  const holidays: [CalendarDay, string][] = [
    [calendarDay(year, 1, 1), "New Year's Day"],
    [nthMonday(year, 2, 1), 'Constitution Day'],
    [nthMonday(year, 3, 3), "Benito Juárez's Birthday"],
    [addDays(easter, -3), 'Holy Thursday'],
    [addDays(easter, -2), 'Good Friday'],
    [calendarDay(year, 5, 1), 'Labour Day'],
    [calendarDay(year, 9, 16), 'Independence Day'],
    [calendarDay(year, 11, 2), 'Day of the Dead'],
    [nthMonday(year, 11, 3), 'Revolution Day'],
    [calendarDay(year, 12, 12), 'Day of the Virgin of Guadalupe'],
    [calendarDay(year, 12, 25), 'Christmas Day'],
  ];
  const inauguration = inaugurationDay(year);
  if (inauguration !== undefined) holidays.push([inauguration, 'Presidential Inauguration']);
  return new Map(holidays.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The inauguration of the president every six years is a holiday: 1 October since 2024, 1 December before. */
function inaugurationDay(year: number): CalendarDay | undefined {
  if ((year - 2024) % 6 !== 0) return undefined;
  return calendarDay(year, year >= 2024 ? 10 : 12, 1);
}

/**
 * Returns Easter Sunday of a Gregorian year by the algorithm of Meeus, Jones and Butcher (J. Meeus, Astronomical Algorithms,
 * chapter 8). The algorithm uses only integers and is valid for every year.
 */
export function easterSunday(year: number): CalendarDay {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const yearOfCentury = year % 100;
  const correction = Math.floor((8 * century + 13) / 25);
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  const days = epact + toSunday - 7 * late + 114;
  return calendarDay(year, Math.floor(days / 31), (days % 31) + 1);
}

/** Returns why Mexican banks are closed on a day: the holiday's name or the weekend. Returns `undefined` for business days. */
export function closureReason(day: CalendarDay): string | undefined {
  const holiday = mexicanHolidays(calendarYear(day)).get(day);
  if (holiday !== undefined) return holiday;
  const weekday = dayOfWeek(day);
  return weekday === 0 || weekday === 6 ? 'Weekend' : undefined;
}

/** A closed day before a settlement day, and the reason for the closure. */
export interface PassedDay {
  readonly date: CalendarDay;
  readonly reason: string;
}

/** Returns the first business day on or after a day, and the closed days in between. */
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
