import type { Cell } from './part';

/** The middle value, the mean of the two in the middle of an even number; NaN of no values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const [low = Number.NaN, high = Number.NaN] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return (low + high) / 2;
}

/** The smallest value that is not below `share` (0.99 for p99) of all values; NaN of no values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** Distance of the quartiles over the median, a fraction: how much to trust a median. */
function relativeSpread(values: readonly number[]): number {
  return (percentile(values, 0.75) - percentile(values, 0.25)) / median(values);
}

/** The same for a cell. */
export function spread(values: readonly number[]): string {
  return inPercent(relativeSpread(values));
}

/** Spread of ratios from which on they are measured again, a fraction. */
const STEADY = 0.15;
/** Runs of one measurement at most. */
const MOST_RUNS = 5;

/**
 * Measures again until the spread of its ratios is below 15 %, five times at most: other work on the machine comes and goes.
 * @param ratiosOf the ratios of a run, of each comparison
 * @param once true for a single run, whatever its spread
 * @returns the run of the smallest spread, not of the best ratio, and the number of runs
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

/** Ratios of one side's figures to the other's, one per round: both had the same machine. */
export function ratios(one: readonly number[] = [], other: readonly number[] = []): number[] {
  return one.map((value, round) => value / (other[round] ?? Number.NaN));
}

/** Median and spread of one side's figures over another's, for cells. */
export function compared(one: readonly number[] = [], other: readonly number[] = []): Cell[] {
  return [rounded(median(ratios(one, other))), spread(ratios(one, other))];
}

export function rounded(value: number, digits = 2): number {
  return Number(value.toFixed(digits));
}

/** A fraction, for a cell: `12 %`. */
export function inPercent(fraction: number): string {
  return `${Math.round(fraction * 100)} %`;
}

/** Calls by their operation, on average of so many requests, for a cell: `1 GetItem, 2 Query`. */
export function inWords(calls: Readonly<Record<string, number>>, requests: number): string {
  const all = Object.entries(calls).map(([name, times]) => `${rounded(times / requests)} ${name}`);
  return all.join(', ');
}

/** One figure of every round. */
export function column<T, Name extends keyof T>(rounds: readonly T[] = [], name: Name): T[Name][] {
  return rounds.map((round) => round[name]);
}

/** @returns the results of each side, round by round; another side goes first in each round */
export async function inTurns<T>(rounds: number, sides: readonly ((round: number) => Promise<T>)[]): Promise<T[][]> {
  const seen = sides.map((measure) => ({ measure, values: [] as T[] }));
  for (let round = 0; round < rounds; round += 1) {
    const first = round % seen.length;
    for (const { measure, values } of [...seen.slice(first), ...seen.slice(0, first)])
      values.push(await measure(round));
  }
  return column(seen, 'values');
}
