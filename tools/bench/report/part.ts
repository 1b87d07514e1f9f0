import layouts from './parts.json' with { type: 'json' };

/** One part of the benchmarks, with a name on the command line, a results file, and a chapter in docs/benchmarks.md. */
export interface Part {
  readonly name: string;
  readonly title: string;
  /** Runs the measurements. All figures of a bar (limit) come from one run, in which the compared implementations take turns. */
  run(options: RunOptions): Promise<PartResult>;
}

export interface RunOptions {
  /** Runs fewer rounds, to check that all measurements still work. The results are not published. */
  readonly quick: boolean;
  /** Folder or git ref of another checkout, to compare its handlers with those of this one. The results are not published. */
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

/** Limit for a measured value. The measured value is compared with the limit before it is rounded for the page. */
export interface Bar {
  readonly text: string;
  readonly limit: number;
  readonly value: number;
  readonly side: 'at most' | 'at least';
}

/** Measured figures of a part, for the tables and bars (limits) in `parts.json`. */
interface Measured {
  /** Rows of each table, rounded for the page. The last entries of `rows` and `values` are absent if they were not measured. */
  readonly rows: readonly (readonly Row[])[];
  /** Measured value of each bar (limit). */
  readonly values: readonly number[];
  /** Texts that replace `{name}` in `parts.json`, by name. */
  readonly texts?: Readonly<Record<string, Cell>>;
}

interface Layout {
  readonly title: string;
  readonly tables: readonly { readonly caption: string; readonly columns: string }[];
  readonly bars: readonly { readonly text: string; readonly most?: number; readonly least?: number }[];
}

/** Returns the limit of a bar and its direction: at least or at most. */
function limitOf({ most, least = 0 }: Layout['bars'][number]): Pick<Bar, 'limit' | 'side'> {
  return { limit: most ?? least, side: most === undefined ? 'at least' : 'at most' };
}

/** All parts with their current limits, which also apply to stored figures. */
export const parts = Object.entries(layouts).map(([name, { title, bars }]: [string, Layout]) => ({
  name,
  title,
  limits: bars.map(limitOf),
}));

/** Creates a part. `parts.json` describes its tables and bars (limits). */
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
