import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { serviceLevels } from '#infra/constructs/alarms/service-levels';
import { type Minute, playAlarms, readAlarms } from '#test/infra/support/alarm-player';
import { stageTemplates } from '#test/infra/support/stage-templates';

const stage = stageTemplates('production', { backups: { keptDays: 35 } });
const alarms = readAlarms(stage);
const guide = readFileSync(resolve(import.meta.dirname, '../../docs/service-levels.md'), 'utf8');
const rows = guide.split('\n').filter((line) => line.startsWith('| '));

const HOUR = 60;
const DAY = 24 * HOUR;
/** Minutes of the 30-day period of an error budget. */
const MONTH = 30 * DAY;

/** Metrics of a normal minute. @param minute of the day */
const usual = (minute: number): Minute => ({
  ...nothing(minute),
  ...{ Count: 600, '5XXError': 0, 'Latency samples': 600, 'Latency late': 0 },
  ...{ 'firstAttemptMs samples': 100, 'firstAttemptMs late': 0, delivered: 100, attemptFailed: 1 },
  ...{ 'IteratorAge publishEvents': 400, 'IteratorAge projectChanges': 900 },
  ...{ 'ApproximateAgeOfOldestMessage firstattempts': 1, 'ApproximateAgeOfOldestMessage steps': 1 },
});

/** Metrics of a minute without requests: the redrive runs, and backups are made at night. */
function nothing(minute: number): Minute {
  return {
    ...{ 'Invocations redriveOverdue': 1, 'Errors redriveOverdue': 0 },
    ...(minute % DAY === 3 * HOUR + 20 && { NumberOfBackupJobsCompleted: 2 }),
  };
}

interface Cause {
  readonly text: string;
  readonly minutes: number;
  /**
   * Metrics that differ from a normal minute while the cause lasts. @param minute minutes since the start of the cause, from 1
   */
  readonly differs: (minute: number) => Minute;
  /** True if no requests arrive while the cause lasts. */
  readonly quiet?: true;
  /** True if no backup job starts. */
  readonly withoutBackups?: true;
  readonly clearedBy: string;
}

const failing = (share: number): Minute => ({ '5XXError': 600 * share, unexpectedFailure: 600 * share });

// biome-ignore format: a table reads by its rows
const causes: readonly Cause[] = [
  { text: 'All requests fail for half an hour', minutes: 30, differs: () => failing(1), clearedBy: 'the fix, or the earlier release' },
  { text: 'One endpoint (5 % of requests) fails for all partners for an hour', minutes: HOUR, differs: () => failing(0.05), clearedBy: "the fix, or the endpoint's earlier version" },
  { text: 'One endpoint fails for one partner (0.5 % of requests) for two hours', minutes: 2 * HOUR, differs: () => failing(0.005), clearedBy: 'the fix' },
  { text: 'One request fails once', minutes: 1, differs: () => failing(1 / 600), clearedBy: 'the next minute' },
  { text: 'The table throttles for 20 minutes', minutes: 20, clearedBy: 'capacity of the table', differs: (minute) => ({
    '5XXError': 120, serviceUnavailable: 120, 'Latency late': 180, ReadThrottleEvents: 900, WriteThrottleEvents: 1500, 'firstAttemptMs late': 50,
    'IteratorAge publishEvents': minute * 20_000, 'IteratorAge projectChanges': minute * 30_000, 'Errors publishEvents': 2, 'Errors redriveOverdue': 1, requestRateUnknown: 60 }) },
  { text: 'A provider is down for an hour', minutes: HOUR, differs: () => ({ '5XXError': 60, circuitOpened: 4, providerCallFailed: 20 }), clearedBy: 'the provider' },
  { text: "A partner's endpoint (5 % of webhooks) is dead for a day", minutes: DAY, differs: () => ({ delivered: 95, attemptFailed: 25, deliveryFailed: 5 }), clearedBy: 'the partner, who then replays' },
  { text: 'A release breaks one operation that moves money', minutes: 3, differs: () => ({ ...failing(0.005), moneyOperationFailed: 3 }), clearedBy: 'the rollback' },
  { text: 'One of four shards of the stream stands still for an hour', minutes: HOUR, clearedBy: 'the fix of its reader', differs: (minute) => ({
    'IteratorAge publishEvents': minute * 60_000, 'Errors publishEvents': 1, ...(minute > 2 && { 'firstAttemptMs late': 25, redrivenWebhooks: 25 }) }) },
  { text: 'No backup job is started from midnight on, after one at 03:20 the day before', minutes: DAY, differs: () => ({}), withoutBackups: true, clearedBy: 'a completed backup' },
  { text: 'Nothing happens on a quiet night', minutes: 8 * HOUR, differs: () => ({}), quiet: true, clearedBy: '–' },
];

/** Simulates two normal days, then a cause (for example an outage), then one normal day. */
function play({ minutes, differs, quiet, withoutBackups }: Cause) {
  const start = 2 * DAY;
  return playAlarms(
    alarms,
    Array.from({ length: start + minutes + DAY }, (_, index) => {
      const minute = index - start + 1;
      const isPlayed = minute > 0 && minute <= minutes;
      const all = { ...(quiet && isPlayed ? nothing(index) : usual(index)), ...(isPlayed && differs(minute)) };
      const { NumberOfBackupJobsCompleted: _none, ...others } = all;
      return withoutBackups && isPlayed ? others : all;
    }),
    start,
  );
}

describe('causes, played', () => {
  it.each(causes)('$text: the guide says who is called, when, and what ends it', (cause) => {
    const { notified, first } = play(cause);
    const { topicArn, ticketTopicArn } = stage.config.alarms ?? {};
    const pages = notified.filter(({ topic }) => topic === topicArn);
    const tickets = notified.filter(({ topic }) => topic === ticketTopicArn);
    expect(pages.length + tickets.length).toBe(notified.length);
    expect(pages.length, JSON.stringify(pages)).toBeLessThanOrEqual(1);
    const paged = pages.map(({ name, from }) => `\`${name}\` after ${from} min`).join() || 'none';
    const names = [...new Set(tickets.map(({ name }) => `\`${name}\``))].join(', ') || 'none';
    const [over] = pages.map(({ to = Number.NaN }) => `; the page ends ${to - cause.minutes} min later`);
    const row = `| ${cause.text} | ${paged} | ${names} | ${cause.clearedBy}${over ?? ''} |`;
    expect(rows.find((one) => one.startsWith(`| ${cause.text} |`))).toBe(row);
    if (cause.text.startsWith('A release')) expect(first.get('money-operations-failing')).toBe(1);
    if (cause.quiet) expect(notified).toEqual([]);
  });
});

describe.each(serviceLevels(stage.config))('the burn rates of $name', ({ name, budget, metrics }) => {
  const own = alarms.filter((alarm) => alarm.name.startsWith(`${name}-burn-`));
  const page = (first: ReadonlyMap<string, number>) => both(first, '1h', '5m', '6h', '30m');
  const ticket = (first: ReadonlyMap<string, number>) => both(first, '1d', '2h');
  const [total, bad] = [metrics.total, metrics.bad].map(
    ({ metricName, statistic }) =>
      `${metricName}${statistic === 'SampleCount' ? ' samples' : statistic.startsWith('TC(') ? ' late' : ''}`,
  );

  /** `windows` contains pairs of a long and a short window. Returns the first minute when both alarms of a pair have fired. */
  function both(first: ReadonlyMap<string, number>, ...windows: readonly string[]): number {
    const at = windows.map((window) => first.get(`${name}-burn-${window}`) ?? Number.POSITIVE_INFINITY);
    const pairs = at.flatMap((long, index) => (index % 2 === 0 ? [Math.max(long, at[index + 1] ?? 0)] : []));
    return Math.min(...pairs);
  }

  /** Simulates a day with a fraction of bad events, after a day without any. */
  function burn(share: number) {
    const minutes = Array.from({ length: 2 * DAY }, (_, index) => ({
      [total ?? '']: 6000,
      [bad ?? '']: index < DAY ? 0 : 6000 * share,
    }));
    return playAlarms(own, minutes, DAY).first;
  }

  it.each([
    // Columns: error rate as a multiple of the budget, minutes until the page alarm, and minutes until the ticket alarm.
    [20, (HOUR * 14.4) / 20, (DAY * 3) / 20],
    [8, (6 * HOUR * 6) / 8, (DAY * 3) / 8],
    [4, Number.POSITIVE_INFINITY, (DAY * 3) / 4],
    [2, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
  ])('at %i times the budget page and make a ticket once the long window is exceeded', (times, paged, made) => {
    const first = burn(times * budget);
    for (const [found, expected] of [
      [page(first), paged],
      [ticket(first), made],
    ] as const)
      if (expected === Number.POSITIVE_INFINITY) expect(found).toBe(expected);
      else expect(Math.abs(found - expected)).toBeLessThanOrEqual(1);
  });

  it('are quiet if a night has four failures', () => {
    const night = Array.from(
      { length: DAY },
      (_, minute): Minute => (minute % 360 === 0 ? { [total ?? '']: 1, [bad ?? '']: 1 } : {}),
    );
    expect([...playAlarms(own, night).first]).toEqual([]);
  });

  it('are exceeded before a tenth of the budget is gone', () => {
    fc.assert(
      fc.property(fc.double({ min: 3.05, max: 1 / budget, noNaN: true }), (times) => {
        const first = burn(times * budget);
        // Alarms are evaluated once a minute, so an alarm can be up to a minute late. The test subtracts this minute.
        expect((Math.min(page(first), ticket(first)) - 1) * times).toBeLessThanOrEqual(MONTH / 10);
      }),
      { numRuns: 8 },
    );
  });
});
