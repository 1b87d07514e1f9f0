/** Charts of a stage's health, from metrics of the functions (shared/platform/observability/log.ts) and of the queues. */
import type { MetricName } from '#shared/platform/observability/log';
import { transactionKinds } from '#shared/values/transaction-kinds';

/** Name of a statistic in CloudWatch. */
export type Statistic = 'Sum' | 'SampleCount' | 'p50' | 'p99' | 'Maximum';

/** One statistic of a metric over time. */
export interface Measure {
  /** `durationMs` is the duration of API requests. `ApproximateAgeOfOldestMessage` is a metric of a queue. */
  readonly metric: MetricName | 'durationMs' | 'ApproximateAgeOfOldestMessage';
  readonly statistic: Statistic;
  /** Stack output with the URL of the queue. @default a metric of the stage instead of a queue */
  readonly queue?: string;
}

/** One measure, or several measures whose values are added. */
export interface SeriesSpec {
  readonly name: string;
  readonly of: readonly Measure[];
}

export interface ChartSpec {
  readonly name: string;
  readonly title: string;
  /** @default none: counts */
  readonly unit?: 'ms' | 's';
  readonly series: readonly SeriesSpec[];
}

/** Consecutive time periods of equal length. Times are epoch ms. */
export interface Periods {
  readonly lengthMs: number;
  /** Beginning of each. */
  readonly atMs: readonly number[];
}

/** Values of one measure by period; `null` if the value is unknown. */
export type Values = readonly (number | null)[];

/** A source of metrics. */
export interface MetricSource {
  /** Short text about the origin of the metrics. */
  readonly name: string;
  /** Reads measures in the given order. @throws OperationFailed if the source cannot be read */
  read(measures: readonly Measure[], periods: Periods): Promise<Values[]>;
}

/** Returns the last `count` periods before a time; the last period can be incomplete. */
export function periodsBefore(atMs: number, lengthMs: number, count: number): Periods {
  const last = Math.floor(atMs / lengthMs) * lengthMs;
  return { lengthMs, atMs: Array.from({ length: count }, (_, at) => last - (count - 1 - at) * lengthMs) };
}

/** Returns true for counts. In a period without data, a count is 0 and a duration has no value. */
export function isCount({ statistic }: Measure): boolean {
  return statistic === 'Sum' || statistic === 'SampleCount';
}

const counted = (...names: readonly MetricName[]): Measure[] =>
  names.map((metric) => ({ metric, statistic: 'Sum' }) as const);

const series = (...names: readonly MetricName[]): SeriesSpec[] => names.map((name) => ({ name, of: counted(name) }));

export const charts: readonly ChartSpec[] = [
  {
    name: 'transactions',
    title: 'Transactions created',
    series: transactionKinds.map((kind) => ({
      name: kind,
      of: counted(`transactionsCreated:${kind}`),
    })),
  },
  {
    name: 'states',
    title: 'Transactions by new state',
    series: [
      { name: 'paidIn', of: counted('transactionsPaidIn') },
      { name: 'COMPLETED', of: counted('transactionsCompleted') },
      { name: 'awaitingManualTransfer', of: counted('transactionsAwaitingManualTransfer') },
      { name: 'endedUnpaid', of: counted('transactionsEndedUnpaid') },
    ],
  },
  {
    name: 'requests',
    title: 'Requests',
    series: [
      { name: 'requests', of: [{ metric: 'durationMs', statistic: 'SampleCount' }] },
      ...series('serviceUnavailable', 'unexpectedFailure'),
    ],
  },
  {
    name: 'latency',
    title: 'Duration of requests',
    unit: 'ms',
    series: (['p50', 'p99'] as const).map((statistic) => ({
      name: statistic,
      of: [{ metric: 'durationMs', statistic }],
    })),
  },
  {
    name: 'webhooks',
    title: 'Webhook attempts',
    series: series('delivered', 'attemptFailed', 'deliveryFailed', 'undeliverable'),
  },
  {
    name: 'firstAttempt',
    title: 'Time from event to first attempt',
    unit: 'ms',
    series: (['p50', 'p99'] as const).map((statistic) => ({
      name: statistic,
      of: [{ metric: 'firstAttemptMs', statistic }],
    })),
  },
  {
    name: 'providers',
    title: 'Providers',
    series: series('providerCallFailed', 'circuitOpened', 'providerEventRefused', 'orderWaits'),
  },
  {
    name: 'queues',
    title: 'Age of the oldest message',
    unit: 's',
    series: ['FirstAttempts', 'Retries', 'Steps'].map((name) => ({
      name,
      of: [{ metric: 'ApproximateAgeOfOldestMessage', statistic: 'Maximum', queue: `${name}QueueUrl` }],
    })),
  },
];
