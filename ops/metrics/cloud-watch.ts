import { basename } from 'node:path';
import { CloudWatchClient, type MetricDataResult, paginateGetMetricData } from '@aws-sdk/client-cloudwatch';
import type { StageOutputs } from '#ops/connection';
import { METRIC_NAMESPACE } from '#shared/platform/observability/metric';
import type { StageName } from '#shared/values/stage-name';
import type { Measure } from './charts';
import { isCount, type MetricSource, type Periods, type Values } from './source';

/** The stage's metrics in CloudWatch. A call with fewer than 500 measures is one request, billed by the measure. */
export function cloudWatch(stage: StageName, outputs: StageOutputs): MetricSource {
  /** Names where CloudWatch has a measure. */
  const find = async ({ queue }: Measure) =>
    queue === undefined
      ? { Namespace: METRIC_NAMESPACE, Dimensions: [{ Name: 'Stage', Value: stage }] }
      : { Namespace: 'AWS/SQS', Dimensions: [{ Name: 'QueueName', Value: basename(await outputs(queue)) }] };
  return {
    name: 'CloudWatch',
    async read(measures, periods) {
      const client = new CloudWatchClient({});
      try {
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
      } finally {
        client.destroy();
      }
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
