/**
 * The days on which Mexican banks are closed besides weekends, by the rules behind the calendar that the
 * banking commission (CNBV) publishes in the Diario Oficial each year.
 */
import { type CalendarDay, dayOf, plusDays, weekdayOf } from '#shared/domain/calendar/calendar-day';
import { easterSunday } from '#shared/domain/calendar/easter';

const MONDAY = 1;

/** The nth Monday of a month. */
function monday(year: number, month: number, nth: number): CalendarDay {
  const first = dayOf(year, month, 1);
  return plusDays(first, ((MONDAY - weekdayOf(first) + 7) % 7) + (nth - 1) * 7);
}

/** Years as they were first asked for: a date is looked up for each day that a settlement passes over. */
const known = new Map<number, ReadonlyMap<CalendarDay, string>>();
const MOST_YEARS = 20;

/** Bank holidays of a year with their names. Those on a weekend are in it too. */
export function mexicanHolidays(year: number): ReadonlyMap<CalendarDay, string> {
  const holidays = known.get(year) ?? holidaysOf(year);
  if (known.size >= MOST_YEARS) known.clear();
  known.set(year, holidays);
  return holidays;
}

function holidaysOf(year: number): ReadonlyMap<CalendarDay, string> {
  const easter = easterSunday(year);
  const holidays: [CalendarDay, string][] = [
    [dayOf(year, 1, 1), "New Year's Day"],
    [monday(year, 2, 1), 'Constitution Day'],
    [monday(year, 3, 3), "Benito Juárez's Birthday"],
    [plusDays(easter, -3), 'Holy Thursday'],
    [plusDays(easter, -2), 'Good Friday'],
    [dayOf(year, 5, 1), 'Labour Day'],
    [dayOf(year, 9, 16), 'Independence Day'],
    [dayOf(year, 11, 2), 'Day of the Dead'],
    [monday(year, 11, 3), 'Revolution Day'],
    [dayOf(year, 12, 12), 'Day of the Virgin of Guadalupe'],
    [dayOf(year, 12, 25), 'Christmas Day'],
  ];
  const inauguration = inaugurationDay(year);
  if (inauguration !== undefined) holidays.push([inauguration, 'Presidential Inauguration']);
  return new Map(holidays.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Presidents take office every six years: on 1 October since 2024, on 1 December before. */
function inaugurationDay(year: number): CalendarDay | undefined {
  if ((year - 2024) % 6 !== 0) return undefined;
  return dayOf(year, year >= 2024 ? 10 : 12, 1);
}
