import { type CalendarDay, calendarDay } from './calendar-day';

/**
 * Easter Sunday of a year of the Gregorian calendar, by the algorithm of Meeus, Jones and Butcher
 * (J. Meeus, Astronomical Algorithms, chapter 8): whole numbers only, right for every year.
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
