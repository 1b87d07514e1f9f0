import type { Cell } from './part';

/** Returns the median: the middle value, or the mean of the two middle values. Returns NaN for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const [low = Number.NaN, high = Number.NaN] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return (low + high) / 2;
}

/** Returns the nearest-rank percentile; `share` is 0.99 for p99. Returns NaN for an empty list. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** Returns the interquartile range divided by the median. A median with a small spread is reliable. */
function relativeSpread(values: readonly number[]): number {
  return (percentile(values, 0.75) - percentile(values, 0.25)) / median(values);
}

/** Returns the relative spread in percent for a table cell. */
export function spread(values: readonly number[]): string {
  return inPercent(relativeSpread(values));
}

/** A measurement is repeated if the relative spread of its ratios is equal to or greater than this value. */
const STEADY = 0.15;
/** Maximum number of runs of one measurement. */
const MOST_RUNS = 5;

/**
 * Repeats a measurement until the spread of its ratios is below `STEADY`, or until `MOST_RUNS` runs. Other programs on the
 * machine can disturb a run.
 * @param ratiosOf returns the ratios of a run, one list for each comparison
 * @returns the run with the smallest spread (not the best ratio), and the number of runs
 */
export async function steadily<T>(
  measure: () => Promise<T>,
  ratiosOf: (measured: T) => readonly (readonly number[])[],
  once = false,
): Promise<{ readonly measured: T; readonly runs: number }> {
  const spreadOf = (measured: T) => Math.max(...ratiosOf(measured).map(relativeSpread));
  let best = await measure();
  let runs = 1;
  for (; runs < (once ? 1 : MOST_RUNS) && spreadOf(best) >= STEADY; runs += 1) {
    const next = await measure();
    if (spreadOf(next) < spreadOf(best)) best = next;
  }
  return { measured: best, runs };
}

/**
 * Returns the ratio of `one` to `other` for each round. The two figures of a round were measured at almost the same time, so a
 * slow period of the machine affects both.
 */
export function ratios(one: readonly number[] = [], other: readonly number[] = []): number[] {
  return one.map((value, round) => value / (other[round] ?? Number.NaN));
}

/** Returns the median and spread of the ratios of `one` to `other`, for table cells. */
export function compared(one: readonly number[] = [], other: readonly number[] = []): Cell[] {
  return [rounded(median(ratios(one, other))), spread(ratios(one, other))];
}

export function rounded(value: number, digits = 2): number {
  return Number(value.toFixed(digits));
}

/** Formats a fraction for a table cell: `12 %`. */
export function inPercent(fraction: number): string {
  return `${Math.round(fraction * 100)} %`;
}

/** Formats the average calls per request by operation, for a table cell: `1 GetItem, 2 Query`. */
export function inWords(calls: Readonly<Record<string, number>>, requests: number): string {
  const all = Object.entries(calls).map(([name, times]) => `${rounded(times / requests)} ${name}`);
  return all.join(', ');
}

/** Returns one field of every round. */
export function column<T, Name extends keyof T>(rounds: readonly T[] = [], name: Name): T[Name][] {
  return rounds.map((round) => round[name]);
}

/**
 * Measures every implementation in each round. Each round starts with another implementation.
 * @returns the results of each implementation, by round
 */
export async function inTurns<T>(rounds: number, sides: readonly ((round: number) => Promise<T>)[]): Promise<T[][]> {
  const seen = sides.map((measure) => ({ measure, values: [] as T[] }));
  for (let round = 0; round < rounds; round += 1) {
    const first = round % seen.length;
    for (const { measure, values } of [...seen.slice(first), ...seen.slice(0, first)])
      values.push(await measure(round));
  }
  return column(seen, 'values');
}
