import layouts from './parts.json' with { type: 'json' };

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
  /** A folder or a git ref of another checkout, next to whose handlers these are measured. Nothing to publish either. */
  readonly against?: string | undefined;
  /** Prints a line on standard error. */
  readonly progress: (line: string) => void;
}

export interface PartResult {
  readonly tables: readonly Table[];
  readonly bars: readonly Bar[];
}

export type Cell = string | number;
export type Row = readonly Cell[];

export interface Table {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

/** Limit that a figure has to reach. It is not rounded: one just short of its bar misses it. */
export interface Bar {
  readonly text: string;
  readonly limit: number;
  readonly value: number;
  readonly side: 'at most' | 'at least';
}

/** Figures of a part, for its tables and bars in `parts.json`. */
interface Measured {
  /** Rows of each table, rounded for reading. A table or bar that is not measured is left out. */
  readonly rows: readonly (readonly Row[])[];
  /** Values of each bar. */
  readonly values: readonly number[];
  /** Texts in the place of names in braces. */
  readonly texts?: Readonly<Record<string, Cell>>;
}

interface Layout {
  readonly title: string;
  readonly tables: readonly { readonly caption: string; readonly columns: string }[];
  readonly bars: readonly { readonly text: string; readonly most?: number; readonly least?: number }[];
}

/** Returns the limit of a bar and the side of it that a figure has to be on. */
function limitOf({ most, least = 0 }: Layout['bars'][number]): Pick<Bar, 'limit' | 'side'> {
  return { limit: most ?? least, side: most === undefined ? 'at least' : 'at most' };
}

/** Every part with today's limits: they judge stored figures too. */
export const parts = Object.entries(layouts).map(([name, { title, bars }]: [string, Layout]) => ({
  name,
  title,
  limits: bars.map(limitOf),
}));

/** A part whose tables and bars are described in `parts.json`. */
export function definePart(name: keyof typeof layouts, measure: (options: RunOptions) => Promise<Measured>): Part {
  const { title, tables, bars }: Layout = layouts[name];
  return {
    name,
    title,
    async run(options) {
      const { rows, values, texts = {} } = await measure(options);
      const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, key: string) => String(texts[key]));
      return {
        tables: rows.map((own, at) => {
          const { caption = '', columns = '' } = tables[at] ?? {};
          return { caption: fill(caption), columns: fill(columns).split(' | '), rows: own };
        }),
        bars: values.map((value, at): Bar => {
          const { text, ...limit } = bars[at] ?? { text: '' };
          return { text: fill(text), value, ...limitOf({ text, ...limit }) };
        }),
      };
    },
  };
}
