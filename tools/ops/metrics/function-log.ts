/** Reads metrics of the local stack from its log, which contains the same lines as CloudWatch logs. */
import { createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod/mini';
import { attempt, OperationFailed } from '#ops/errors';
import { isCount, type Measure, type MetricSource, type Periods, type Values } from './charts';

/** Maximum bytes to read from the end of the log; reading them takes one or two seconds. */
const MOST_BYTES = 128 * 1024 * 1024;

const measurementLine = z.looseObject({ _aws: z.object({ Timestamp: z.number() }) });
const values = z.union([z.number(), z.array(z.number())]);

/**
 * Returns the metrics from the function log of a local stack.
 * @param file such as `.local/functions.log`
 */
export function functionLog(file: string): MetricSource {
  return {
    name: `the log ${basename(file)} of the local stack`,
    async read(measures, periods) {
      const names = new Set<string>(measures.map(({ metric }) => metric));
      const { samples, sinceMs } = await readSamples(file, names, periods);
      return measures.map((measure) => valuesOf(measure, periods, { samples, sinceMs }));
    },
  };
}

interface Samples {
  readonly samples: ReadonlyMap<string, readonly number[]>;
  /** Time of the first line that was read. Values of earlier periods are unknown. */
  readonly sinceMs: number;
}

const place = (metric: string, period: number) => `${metric} ${period}`;

/** @throws OperationFailed if the log does not exist */
async function readSamples(file: string, names: ReadonlySet<string>, { atMs, lengthMs }: Periods): Promise<Samples> {
  const size = attempt(() => statSync(file).size);
  if (size === undefined) throw new OperationFailed(`There is no log of a local stack at ${file}.`);
  const [firstMs = 0] = atMs;
  const samples = new Map<string, number[]>();
  let sinceMs = Number.POSITIVE_INFINITY;
  const lines = createInterface({ input: createReadStream(file, { start: Math.max(0, size - MOST_BYTES) }) });
  for await (const line of lines) {
    const found = line.includes('"_aws"') ? readMeasurement(line) : undefined;
    if (found === undefined) continue;
    const { Timestamp } = found._aws;
    sinceMs = Math.min(sinceMs, Timestamp);
    const period = Math.floor((Timestamp - firstMs) / lengthMs);
    if (period < 0 || period >= atMs.length) continue;
    for (const [name, value] of Object.entries(found)) {
      const { data } = names.has(name) ? values.safeParse(value) : {};
      if (data === undefined) continue;
      const own = samples.get(place(name, period)) ?? [];
      for (const one of [data].flat()) own.push(one);
      samples.set(place(name, period), own);
    }
  }
  return { samples, sinceMs };
}

function readMeasurement(line: string) {
  return measurementLine.safeParse(attempt((): unknown => JSON.parse(line))).data;
}

function valuesOf(measure: Measure, { atMs, lengthMs }: Periods, { samples, sinceMs }: Samples): Values {
  return atMs.map((at, period) => {
    const own = samples.get(place(measure.metric, period)) ?? [];
    if (own.length > 0) return statisticOf(own, measure);
    return measure.queue === undefined && isCount(measure) && sinceMs < at + lengthMs ? 0 : null;
  });
}

function statisticOf(values: readonly number[], { statistic }: Measure): number {
  switch (statistic) {
    case 'Sum':
      return values.reduce((sum, value) => sum + value, 0);
    case 'SampleCount':
      return values.length;
    case 'p50':
      return percentile(values, 0.5);
    case 'p99':
      return percentile(values, 0.99);
    case 'Maximum':
      return percentile(values, 1);
  }
}

/** Returns the percentile of a list (nearest-rank method). */
function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
}
