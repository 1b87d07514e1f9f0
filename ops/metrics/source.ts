/** Places that metrics of a stage are read from. */
import type { Measure } from './charts';

/** Whole periods of time, one after the other. Instants are epoch ms. */
export interface Periods {
  readonly lengthMs: number;
  /** Beginning of each. */
  readonly atMs: readonly number[];
}

/** Values of one measure, a value for each period: null where none is known. */
export type Values = readonly (number | null)[];

/** A place that metrics are read from. */
export interface MetricSource {
  /** Says in a few words where the figures come from. */
  readonly name: string;
  /** Reads measures, in their order. @throws OperationFailed where they cannot be read */
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
