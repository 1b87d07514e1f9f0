/** Charts of a stage's health, each of metrics that its functions write (shared/platform/observability/log.ts). */
import type { MetricName } from '#shared/platform/observability/log';
import { transactionKinds } from '#shared/values/transaction-kinds';

/** CloudWatch's name of a statistic. */
export type Statistic = 'Sum' | 'SampleCount' | 'p50' | 'p99' | 'Maximum';

/** One statistic of a metric over time. */
export interface Measure {
  /** `durationMs` is that of every request, the last one that of a queue. */
  readonly metric: MetricName | 'durationMs' | 'ApproximateAgeOfOldestMessage';
  readonly statistic: Statistic;
  /** The stack's output with the address of the queue. @default a metric of the stage */
  readonly queue?: string;
}

/** Measures that are summed up in each period, or one alone. */
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

/** Whole periods of time, one after the other. Instants are epoch ms. */
export interface Periods {
  readonly lengthMs: number;
  /** Beginning of each. */
  readonly atMs: readonly number[];
}

/** Values of one measure, a value for each period: null if none is known. */
export type Values = readonly (number | null)[];

/** A place that metrics are read from. */
export interface MetricSource {
  /** Says in a few words where the figures come from. */
  readonly name: string;
  /** Reads measures, in their order. @throws OperationFailed if they cannot be read */
  read(measures: readonly Measure[], periods: Periods): Promise<Values[]>;
}

/** The periods that have begun before an instant, the last one being under way. */
export function periodsBefore(atMs: number, lengthMs: number, count: number): Periods {
  const last = Math.floor(atMs / lengthMs) * lengthMs;
  return { lengthMs, atMs: Array.from({ length: count }, (_, at) => last - (count - 1 - at) * lengthMs) };
}

/** Times have no value in a period without any; counts are 0 there. */
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
    title: 'States entered',
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
    title: 'Time of requests',
    unit: 'ms',
    series: (['p50', 'p99'] as const).map((statistic) => ({
      name: statistic,
      of: [{ metric: 'durationMs', statistic }],
    })),
  },
  {
    name: 'webhooks',
    title: 'Attempts of webhooks',
    series: series('delivered', 'attemptFailed', 'deliveryFailed', 'undeliverable'),
  },
  {
    name: 'firstAttempt',
    title: 'From an event to its first attempt',
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
