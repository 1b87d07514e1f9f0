/** One part of the benchmarks, as `bench/run.ts` runs it and docs/benchmarks.md shows it. */
export interface Part {
  /** How the command line names it, and the name of its file of results. */
  readonly name: string;
  readonly title: string;
  /** Measures. Every figure that a bar compares comes from one run, rounds of its sides interleaved. */
  run(options: RunOptions): Promise<PartResult>;
}

export interface RunOptions {
  /** Fewer rounds: tells whether everything still runs, and nothing to publish. */
  readonly quick: boolean;
  /** Tells how far it is, on standard error. */
  readonly progress: (line: string) => void;
}

export interface PartResult {
  readonly tables: readonly Table[];
  readonly bars: readonly Bar[];
}

export interface Table {
  readonly caption: string;
  readonly columns: readonly string[];
  /** As many cells in each row as there are columns; figures are already rounded as they should be read. */
  readonly rows: readonly (readonly (string | number)[])[];
}

/** What a figure has to reach. */
export interface Bar {
  /** What is compared, in words. */
  readonly text: string;
  readonly limit: number;
  /** As measured, not rounded: a figure just short of its bar misses it. */
  readonly value: number;
  readonly side: 'at most' | 'at least';
}

/** Whether the figure reaches its bar. */
export function holds({ limit, value, side }: Bar): boolean {
  return side === 'at most' ? value <= limit : value >= limit;
}
