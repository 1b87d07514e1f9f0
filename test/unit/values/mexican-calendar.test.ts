import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mexicoCityDay, scheduleSettlement, unforwardedSettlement } from '#shared/quotes/domain/settlement';
import { closureReason, easterSunday, mexicanHolidays } from '#shared/values/calendar/business-days';
import { calendarDay, dayOfWeek, daysBetween } from '#shared/values/calendar/calendar-day';

/** Bank holidays as published by the banking commission (CNBV), including those on weekends. */
const published: Readonly<Record<number, readonly string[]>> = {
  2024: ['01-01', '02-05', '03-18', '03-28', '03-29', '05-01', '09-16', '10-01', '11-02', '11-18', '12-12', '12-25'],
  2025: ['01-01', '02-03', '03-17', '04-17', '04-18', '05-01', '09-16', '11-02', '11-17', '12-12', '12-25'],
  2026: ['01-01', '02-02', '03-16', '04-02', '04-03', '05-01', '09-16', '11-02', '11-16', '12-12', '12-25'],
  2027: ['01-01', '02-01', '03-15', '03-25', '03-26', '05-01', '09-16', '11-02', '11-15', '12-12', '12-25'],
};

describe('mexican bank holidays', () => {
  it.each(Object.entries(published))('of %s are the published ones', (year, days) => {
    expect([...mexicanHolidays(Number(year)).keys()]).toEqual(days.map((day) => `${year}-${day}`));
  });

  it.each([
    [2018, '2018-12-01'],
    [2024, '2024-10-01'],
    [2030, '2030-10-01'],
    [2036, '2036-10-01'],
  ])('of %i include the inauguration on %s', (year, day) => {
    expect(mexicanHolidays(year).get(day)).toBe('Presidential Inauguration');
  });

  it.each([2025, 2026, 2027, 2028, 2029, 2031])('of %i include no inauguration', (year) => {
    expect([...mexicanHolidays(year).values()]).not.toContain('Presidential Inauguration');
  });

  it('keep their rules in every year', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2006, max: 2400 }), (year) => {
        const days = new Map([...mexicanHolidays(year)].map(([day, name]) => [name, day]));
        for (const name of ['Constitution Day', "Benito Juárez's Birthday", 'Revolution Day'])
          expect(dayOfWeek(days.get(name) ?? '')).toBe(1);
        expect(dayOfWeek(days.get('Holy Thursday') ?? '')).toBe(4);
        expect(dayOfWeek(days.get('Good Friday') ?? '')).toBe(5);
        expect(Number(days.get('Constitution Day')?.slice(8))).toBeLessThanOrEqual(7);
        expect(Number(days.get('Revolution Day')?.slice(8))).toBeGreaterThanOrEqual(15);
        expect(Number(days.get('Revolution Day')?.slice(8))).toBeLessThanOrEqual(21);
      }),
    );
  });
});

describe('easter', () => {
  // Easter dates from the ecclesiastical tables, including the earliest and the latest possible date.
  it.each([
    '1818-03-22',
    '1943-04-25',
    '1961-04-02',
    '2000-04-23',
    '2008-03-23',
    '2011-04-24',
    '2019-04-21',
    '2023-04-09',
    '2024-03-31',
    '2025-04-20',
    '2026-04-05',
    '2027-03-28',
    '2028-04-16',
    '2029-04-01',
    '2030-04-21',
    '2038-04-25',
    '2049-04-18',
    '2076-04-19',
    '2285-03-22',
  ])('of its year is %s', (day) => {
    expect(easterSunday(Number(day.slice(0, 4)))).toBe(day);
  });

  it('is a Sunday from 22 March to 25 April in every year', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1583, max: 9000 }), (year) => {
        const day = easterSunday(year);
        expect(dayOfWeek(day)).toBe(0);
        expect(day >= calendarDay(year, 3, 22) && day <= calendarDay(year, 4, 25)).toBe(true);
      }),
    );
  });
});

describe('a closed day', () => {
  it.each([
    ['2026-01-15', undefined],
    ['2026-01-17', 'Weekend'],
    ['2026-01-18', 'Weekend'],
    ['2026-04-02', 'Holy Thursday'],
    ['2026-12-12', 'Day of the Virgin of Guadalupe'],
    ['2026-12-24', undefined],
    ['2026-12-25', 'Christmas Day'],
  ])('%s says why: %s', (day, reason) => {
    expect(closureReason(day)).toBe(reason);
  });
});

describe('the day in Mexico City', () => {
  it.each([
    ['2026-01-15T05:59:59.999Z', '2026-01-14'],
    ['2026-01-15T06:00:00.000Z', '2026-01-15'],
    // Mexico abolished daylight saving time.
    ['2026-07-15T05:59:59.999Z', '2026-07-14'],
  ])('at %s is %s', (instant, day) => {
    expect(mexicoCityDay(Date.parse(instant))).toBe(day);
  });
});

const CUT_OFF = 'After the 18:00 cut-off';

describe('forwarding', () => {
  const rows: [string, string, number, number, string, [string, string][]][] = [
    ['a Thursday, nothing asked', '2026-01-15T12:00-06:00', 0, 0, '2026-01-15', []],
    ['a Thursday', '2026-01-15T12:00-06:00', 1, 1, '2026-01-16', []],
    [
      'over a weekend',
      '2026-01-15T12:00-06:00',
      2,
      4,
      '2026-01-19',
      [
        ['2026-01-17', 'Weekend'],
        ['2026-01-18', 'Weekend'],
      ],
    ],
    ['at the cut-off to the millisecond', '2026-01-15T18:00-06:00', 1, 1, '2026-01-16', []],
    [
      'just after the cut-off',
      '2026-01-15T18:00:00.001-06:00',
      1,
      3,
      '2026-01-19',
      [
        ['2026-01-15', CUT_OFF],
        ['2026-01-17', 'Weekend'],
        ['2026-01-18', 'Weekend'],
      ],
    ],
    ['after the cut-off, nothing asked', '2026-01-15T19:00-06:00', 0, 0, '2026-01-16', [['2026-01-15', CUT_OFF]]],
    [
      'a Friday evening, nothing asked',
      '2026-01-16T20:00-06:00',
      0,
      0,
      '2026-01-19',
      [
        ['2026-01-16', CUT_OFF],
        ['2026-01-17', 'Weekend'],
        ['2026-01-18', 'Weekend'],
      ],
    ],
    [
      'a Saturday',
      '2026-01-17T10:00-06:00',
      1,
      1,
      '2026-01-20',
      [
        ['2026-01-17', 'Weekend'],
        ['2026-01-18', 'Weekend'],
      ],
    ],
    [
      'a Saturday evening',
      '2026-01-17T20:00-06:00',
      1,
      1,
      '2026-01-20',
      [
        ['2026-01-17', 'Weekend'],
        ['2026-01-18', 'Weekend'],
      ],
    ],
    [
      'a holiday evening',
      '2026-12-25T20:00-06:00',
      0,
      0,
      '2026-12-28',
      [
        ['2026-12-25', 'Christmas Day'],
        ['2026-12-26', 'Weekend'],
        ['2026-12-27', 'Weekend'],
      ],
    ],
    [
      'into the Holy Week',
      '2026-04-01T12:00-06:00',
      1,
      5,
      '2026-04-06',
      [
        ['2026-04-02', 'Holy Thursday'],
        ['2026-04-03', 'Good Friday'],
        ['2026-04-04', 'Weekend'],
        ['2026-04-05', 'Weekend'],
      ],
    ],
    [
      'across Christmas and New Year',
      '2026-12-24T12:00-06:00',
      4,
      7,
      '2026-12-31',
      [
        ['2026-12-25', 'Christmas Day'],
        ['2026-12-26', 'Weekend'],
        ['2026-12-27', 'Weekend'],
      ],
    ],
    [
      'into the new year',
      '2026-12-31T12:00-06:00',
      1,
      4,
      '2027-01-04',
      [
        ['2027-01-01', "New Year's Day"],
        ['2027-01-02', 'Weekend'],
        ['2027-01-03', 'Weekend'],
      ],
    ],
    [
      'across the inauguration',
      '2030-09-30T12:00-06:00',
      1,
      2,
      '2030-10-02',
      [['2030-10-01', 'Presidential Inauguration']],
    ],
  ];

  it.each(rows)('from %s', (_what, at, days, effectiveDays, settlement, adjustments) => {
    expect(scheduleSettlement(days, Date.parse(at))).toEqual({
      days,
      effectiveDays,
      settlementAtMs: Date.parse(`${settlement}T18:00-06:00`),
      adjustments: adjustments.map(([date, reason]) => ({ date, reason })),
    });
  });

  it.each([
    ['MXN', '2026-01-17T20:00-06:00', '2026-01-19T18:00-06:00'],
    ['MXN', '2026-01-15T12:00-06:00', '2026-01-15T18:00-06:00'],
    ['USD', '2026-01-17T20:00-06:00', '2026-01-17T20:00-06:00'],
    ['EUR', '2026-01-15T19:00-06:00', '2026-01-15T19:00-06:00'],
    ['DOP', '2026-12-25T12:00-06:00', '2026-12-25T12:00-06:00'],
  ] as const)('never asked of %s at %s is T+0 without a word of a day', (fiat, at, settlement) => {
    expect(unforwardedSettlement(fiat, Date.parse(at))).toEqual({
      days: 0,
      effectiveDays: 0,
      settlementAtMs: Date.parse(settlement),
      adjustments: [],
    });
  });

  it('settles on business days, never too early, and names every day it skipped', () => {
    const instants = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2040, 0, 1) });
    fc.assert(
      fc.property(instants, fc.integer({ min: 0, max: 4 }), (atMs, days) => {
        const { effectiveDays, settlementAtMs, adjustments } = scheduleSettlement(days, atMs);
        const settlement = mexicoCityDay(settlementAtMs);
        expect(settlementAtMs).toBeGreaterThanOrEqual(atMs);
        expect(closureReason(settlement)).toBeUndefined();
        expect(effectiveDays).toBeGreaterThanOrEqual(days);
        // Every day until the settlement is the trade day, a counted business day, or a skipped day with a reason.
        expect(daysBetween(mexicoCityDay(atMs), settlement)).toBe(days + adjustments.length);
        const late = adjustments.filter(({ reason }) => reason === CUT_OFF);
        expect(late.every(({ date }) => date === mexicoCityDay(atMs))).toBe(true);
        // Only business days can have the cut-off as reason. All other reasons come from the calendar.
        for (const { date, reason } of adjustments) expect(closureReason(date) ?? CUT_OFF).toBe(reason);
        const later = scheduleSettlement(days, atMs + 86_400_000);
        expect(later.settlementAtMs).toBeGreaterThanOrEqual(settlementAtMs);
      }),
      { numRuns: 500 },
    );
  });
});
