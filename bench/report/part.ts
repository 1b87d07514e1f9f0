/** One part of the benchmarks: a name on the command line, a file of results and a chapter of docs/benchmarks.md. */
export interface Part {
  readonly name: string;
  readonly title: string;
  /** Measures. Every figure that a bar compares comes from one run, rounds of its sides interleaved. */
  run(options: RunOptions): Promise<PartResult>;
}

export interface RunOptions {
  /** Fewer rounds: shows whether everything still runs; nothing to publish. */
  readonly quick: boolean;
  /** Prints a line on standard error. */
  readonly progress: (line: string) => void;
}

export interface PartResult {
  readonly tables: readonly Table[];
  readonly bars: readonly Bar[];
}

export type Cell = string | number;

/** Figures are rounded as they should be read. */
export interface Table {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** @param columns separated by ` | ` */
export function table(caption: string, columns: string, rows: Table['rows']): Table {
  return { caption, columns: columns.split(' | '), rows };
}

/** What a figure has to reach. It is not rounded: one just short of its bar misses it. */
export interface Bar {
  readonly text: string;
  readonly limit: number;
  readonly value: number;
  readonly side: 'at most' | 'at least';
}

export function atMost(limit: number, text: string, value: number): Bar {
  return { text, limit, value, side: 'at most' };
}

export function atLeast(limit: number, text: string, value: number): Bar {
  return { text, limit, value, side: 'at least' };
}
