import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { type Bar, type PartResult, parts, type Row, type Table } from './part';
import { rounded } from './statistics';

const BENCH = join(import.meta.dirname, '..');
const REPOSITORY = join(BENCH, '../..');
/** Path of the generated page. */
export const PAGE = 'docs/benchmarks.md';

/** Stored figures of a benchmark part, with commit, date and machine. */
export interface StoredResult extends PartResult {
  /** ISO date. */
  readonly date: string;
  /** Short hash, followed by "with changes" if the checkout had uncommitted changes. */
  readonly commit: string;
  readonly machine: string;
  /** Value of `process.version`. */
  readonly node: string;
}

/** Stores the figures of a part and overwrites the previous figures. @throws Error outside of a git checkout */
export async function storeResult(part: string, { tables, bars }: PartResult): Promise<void> {
  const date = new Date().toISOString().slice(0, 10);
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}`;
  const result: StoredResult = { date, commit: measuredCommit(), machine, node: process.version, tables, bars };
  await writeFile(join(BENCH, 'results', `${part}.json`), `${JSON.stringify(result, undefined, 2)}\n`);
}

/**
 * Returns the commit of the checkout, marked "with changes" if it has uncommitted changes. Ignores changes of files that the
 * benchmarks write.
 */
function measuredCommit(): string {
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: REPOSITORY, encoding: 'utf8' }).trim();
  const changes = git('status', '--porcelain', '--', '.', ':!tools/bench/results', `:!${PAGE}`);
  return `${git('rev-parse', '--short=8', 'HEAD')}${changes === '' ? '' : ' with changes'}`;
}

/** Writes the page from the stored results. */
export async function writePage(): Promise<void> {
  await writeFile(join(REPOSITORY, PAGE), await benchmarksPage());
}

/** Builds the page from every part's tools/bench/results/<part>.json and tools/bench/prose/<part>.md. */
export async function benchmarksPage(): Promise<string> {
  const readProse = (name: string) => readFile(join(BENCH, 'prose', `${name}.md`), 'utf8');
  const sections: string[] = [];
  const rows: Row[] = [];
  for (const { name, title, limits } of parts) {
    const stored: StoredResult = JSON.parse(await readFile(join(BENCH, 'results', `${name}.json`), 'utf8'));
    sections.push(
      `## ${title}\n`,
      `${provenance(stored)}\n`,
      ...stored.tables.map((one) => shorten(one, name)),
      await readProse(name),
    );
    const anchor = title.toLowerCase().replaceAll(/[^a-z0-9 -]/g, '');
    const part = `[${name}](#${anchor.replaceAll(' ', '-')})`;
    rows.push(...stored.bars.map((bar, at) => [part, stored.commit, ...barCells({ ...bar, ...limits[at] })]));
  }
  const columns = ['Part', 'Commit', 'What', 'Bar', 'Measured', 'Result'];
  const all = toMarkdown({ caption: '', columns, rows });
  const page = [await readProse('introduction'), '## Bars\n', all, ...sections].join('\n');
  return `${page.trimEnd()}\n`;
}

/** Maximum number of rows of a table on the page. The results file contains all rows. */
const SHOWN = 4;

function shorten(table: Table, part: string): string {
  const more = table.rows.length - SHOWN;
  const text = toMarkdown({ ...table, rows: table.rows.slice(0, SHOWN) });
  return more <= 0 ? text : `${text}\n${more} more rows: \`tools/bench/results/${part}.json\`.\n`;
}

/** Returns the tables and bars (limits) of a part as text for the terminal. */
export function toText({ title }: { readonly title: string }, { tables, bars }: PartResult): string {
  return [`## ${title}\n`, ...tables.map(toMarkdown), ...bars.map((bar) => barCells(bar).join(' | '))].join('\n');
}

/** Returns a line with date, commit, machine and Node version of the stored figures. */
function provenance({ date, commit, machine, node }: StoredResult): string {
  return `${date}, commit ${commit}, ${machine}, Node ${node.slice(1)}`;
}

function toMarkdown({ caption, columns, rows }: Table): string {
  const line = (cells: Row): string => `| ${cells.join(' | ')} |`;
  const head = caption === '' ? [] : [`**${caption}**`, ''];
  return [...head, line(columns), line(columns.map(() => '---')), ...rows.map(line), ''].join('\n');
}

/** Returns the cells of a bar (a limit). Three decimals show whether a value close to the limit is above or below it. */
export function barCells({ text, side, limit, value }: Bar): Row {
  const holds = side === 'at most' ? value <= limit : value >= limit;
  return [text, `${side} ${limit}`, rounded(value, 3), holds ? 'reached' : '**missed**'];
}
