import { basename, resolve } from 'node:path';
import { CloudWatchClient, type MetricDataResult, paginateGetMetricData } from '@aws-sdk/client-cloudwatch';
import type { StageOutputs } from '#ops/connection';
import { OperationFailed } from '#ops/errors';
import {
  type ChartSpec,
  charts,
  isCount,
  type Measure,
  type MetricSource,
  type Periods,
  periodsBefore,
  type Values,
} from '#ops/metrics/charts';
import { functionLog } from '#ops/metrics/function-log';
import { choice, optional, whole, withDefault } from '#ops/options';
import { stackFolders } from '#ops/running-stack';
import { instantText, table } from '#ops/text';
import { verb } from '#ops/verb';
import { METRIC_NAMESPACE } from '#shared/platform/observability/log';
import type { StageName } from '#shared/values/stage-name';

/**
 * The stage's metrics in CloudWatch. One request can contain up to 500 metrics, which is enough for all charts. The price of a
 * request increases with the number of metrics.
 */
function cloudWatch(stage: StageName, outputs: StageOutputs): MetricSource {
  /** Returns the namespace and dimensions of a metric in CloudWatch. */
  const find = async ({ queue }: Measure) =>
    queue === undefined
      ? { Namespace: METRIC_NAMESPACE, Dimensions: [{ Name: 'Stage', Value: stage }] }
      : { Namespace: 'AWS/SQS', Dimensions: [{ Name: 'QueueName', Value: basename(await outputs(queue)) }] };
  return {
    name: 'CloudWatch',
    async read(measures, periods) {
      const client = new CloudWatchClient({});
      const found = new Map<string, MetricDataResult[]>();
      const places = await Promise.all(measures.map(find));
      const queries = measures.map(({ metric, statistic }, at) => ({
        Id: idOf(at),
        MetricStat: {
          Metric: { ...places[at], MetricName: metric },
          Period: periods.lengthMs / 1000,
          Stat: statistic,
        },
      }));
      const query = { ...rangeOf(periods), MetricDataQueries: queries };
      for await (const { MetricDataResults = [] } of paginateGetMetricData({ client }, query))
        for (const result of MetricDataResults) {
          const { Id = '' } = result;
          found.set(Id, [...(found.get(Id) ?? []), result]);
        }
      return measures.map((measure, at) => valuesOf(measure, periods, found.get(idOf(at)) ?? []));
    },
  };
}

const idOf = (position: number) => `m${position}`;

function rangeOf({ atMs, lengthMs }: Periods) {
  const [first = 0] = atMs;
  return { StartTime: new Date(first), EndTime: new Date((atMs.at(-1) ?? first) + lengthMs) };
}

function valuesOf(measure: Measure, { atMs }: Periods, results: readonly MetricDataResult[]): Values {
  const points = new Map(
    results.flatMap(({ Timestamps = [], Values = [] }) =>
      Timestamps.map((at, index) => [at.getTime(), Values[index] ?? null] as const),
    ),
  );
  return atMs.map((at) => points.get(at) ?? (isCount(measure) ? 0 : null));
}

const LENGTHS = { hour: 3_600_000, day: 86_400_000 } as const;

export const metrics = {
  show: verb({
    about:
      'Show metrics of a stage by hour or day: transactions and their states, requests, webhooks, providers and queues. The metrics of the local stack come from the log of its functions',
    options: {
      by: withDefault(
        optional('PERIOD', 'Length of a period: hour or day (default: hour)', choice(['hour', 'day'] as const)),
        'hour',
      ),
      last: withDefault(optional('N', 'Number of hours or days to show, 1 to 168 (default: 24)', whole(1, 168)), 24),
    },
    async run({ env, dataDir, by, last }, { stage, outputs, atMs }) {
      const source = env === 'local' ? functionLog(logOf(dataDir)) : cloudWatch(stage, outputs);
      const periods = periodsBefore(atMs, LENGTHS[by], last);
      const { shown, unavailable } = await readCharts(source, periods);
      const at = periods.atMs.map(instantText);
      const parts = shown.map(({ title, unit, isKnown, series }) => {
        const rows = at.flatMap((instant, index) => {
          const figures = series.map(({ name, values }) => [name, values[index]] as const);
          // A period without values, or with zeros only, gets no row.
          return figures.every(([, value]) => (value ?? 0) === 0)
            ? []
            : [{ AT: instant, ...Object.fromEntries(figures) }];
        });
        return `${title}${unit === null ? '' : `, ${unit}`}\n${isKnown ? table(rows, 'No values in these periods.') : 'Not available.'}`;
      });
      const text = unavailable ?? [`Source: ${source.name}`, ...parts].join('\n\n');
      return { json: { source: source.name, by, at, charts: shown, unavailable }, text };
    },
  }),
};

/** Returns the log file of the local stack. @param dataDir DATA_DIR of the local stack */
function logOf(dataDir: string | undefined): string {
  const [folder = '.local'] = stackFolders(dataDir);
  return resolve(folder, 'functions.log');
}

/** Reads all charts in one call. If the source cannot be read, returns no charts, only the reason. */
async function readCharts(source: MetricSource, periods: Periods) {
  const measures = charts.flatMap(({ series }) => series.flatMap(({ of }) => of));
  try {
    const values = await source.read(measures, periods);
    const known = new Map<Measure, Values>(measures.map((measure, at) => [measure, values[at] ?? []]));
    return { shown: charts.map((chart) => toChart(chart, known, periods)), unavailable: null };
  } catch (error) {
    if (!(error instanceof OperationFailed)) throw error;
    return { shown: [], unavailable: error.message };
  }
}

function toChart(
  { name, title, unit, series: specs }: ChartSpec,
  known: ReadonlyMap<Measure, Values>,
  periods: Periods,
) {
  const series = specs.map(({ name, of }) => {
    const own = of.map((measure) => known.get(measure) ?? []);
    return { name, values: periods.atMs.map((_, at) => sumOf(own.map((values) => values[at] ?? null))) };
  });
  const isKnown = series.some(({ values }) => values.some((value) => value !== null));
  return { name, title, unit: unit ?? null, isKnown, series };
}

/** Returns the sum of the known values; `null` if no value is known. */
function sumOf(values: Values): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}
