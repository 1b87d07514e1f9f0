/** A log file of local functions with metric lines. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MetricName, metricDirective } from '#shared/platform/observability/log';

const HOUR_MS = 3_600_000;

/** One metric line of the log. */
export interface Measured {
  readonly atMs: number;
  readonly values: Readonly<Partial<Record<MetricName | 'durationMs', number | readonly number[]>>>;
}

/** Writes a log into a new folder, with two other lines before the metric lines. @returns the folder */
export function aFunctionLog(measured: readonly Measured[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'function-log-'));
  const lines = measured.map(({ atMs, values }) => {
    const directive = metricDirective(Object.keys(values));
    return JSON.stringify({ Stage: 'sandbox', ...values, _aws: { Timestamp: atMs, CloudWatchMetrics: [directive] } });
  });
  const others = ['{"level":"info","message":"a line with \\"_aws\\" in it"}', 'no JSON with "_aws"'];
  writeFileSync(join(folder, 'functions.log'), `${[...others, ...lines].join('\n')}\n`);
  return folder;
}

/**
 * Returns metrics of the 24 hours before `nowMs`, with the same values at each call. The load rises and falls once, as in a day.
 * @param nowMs epoch ms
 */
export function aDayOfMetrics(nowMs: number): Measured[] {
  return Array.from({ length: 24 }, (_, hour) => {
    const load = Math.round(30 + 25 * Math.sin((hour / 24) * 2 * Math.PI - 1));
    return {
      atMs: nowMs - (23 - hour) * HOUR_MS,
      values: {
        'transactionsCreated:ON_RAMP': load,
        'transactionsCreated:OFF_RAMP': Math.round(load / 2),
        'transactionsCreated:CROSS_RAMP': Math.round(load * 1.4),
        transactionsPaidIn: Math.round(load * 2.2),
        transactionsCompleted: Math.round(load * 2.1),
        transactionsEndedUnpaid: hour % 7 === 3 ? 2 : 0,
        transactionsAwaitingManualTransfer: hour % 9 === 4 ? 3 : 0,
        durationMs: Array.from({ length: load }, (_, request) => 12 + ((request * 7) % 40) + (request === 1 ? 120 : 0)),
        delivered: load * 5,
        attemptFailed: hour % 6 === 2 ? 9 : 1,
        deliveryFailed: hour === 14 ? 2 : 0,
        firstAttemptMs: Array.from({ length: 20 }, (_, event) => 180 + event * 11),
        providerCallFailed: hour % 8 === 5 ? 4 : 0,
      },
    };
  });
}
