import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { Bar, Part, PartResult, Row, Table } from './part';
import { rounded } from './statistics';

const BENCH = join(import.meta.dirname, '..');

/** Stores what a part measured, when and where, in place of its last results. */
export async function storeResult(part: string, { tables, bars }: PartResult): Promise<void> {
  const date = new Date().toISOString().slice(0, 10);
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}`;
  const result = { date, machine, node: process.version, tables, bars };
  await writeFile(join(BENCH, 'results', `${part}.json`), `${JSON.stringify(result, undefined, 2)}\n`);
}

/** Writes docs/benchmarks.md from every part's bench/results/<part>.json and bench/prose/<part>.md. */
export async function writePage(parts: readonly Part[]): Promise<void> {
  const readProse = (name: string) => readFile(join(BENCH, 'prose', `${name}.md`), 'utf8');
  const sections: string[] = [];
  const rows: Row[] = [];
  for (const { name, title } of parts) {
    const stored = await readFile(join(BENCH, 'results', `${name}.json`), 'utf8').catch(() => '{}');
    const { date, machine, node, tables = [], bars = [] } = JSON.parse(stored);
    const where = date === undefined ? 'Not measured yet.' : `${date}, ${machine}, Node ${node.slice(1)}`;
    sections.push(`## ${title}\n`, `${where}\n`, ...tables.map(toMarkdown), await readProse(name));
    const anchor = title.toLowerCase().replaceAll(/[^a-z0-9 -]/g, '');
    rows.push(...bars.map((bar: Bar) => [`[${name}](#${anchor.replaceAll(' ', '-')})`, ...barCells(bar)]));
  }
  const all = toMarkdown({ caption: '', columns: ['Part', 'What', 'Bar', 'Measured', ''], rows });
  const page = [await readProse('introduction'), '## Bars\n', all, ...sections].join('\n');
  await writeFile(join(BENCH, '../docs/benchmarks.md'), `${page.trimEnd()}\n`);
}

/** One part's tables and bars as text, for the terminal. */
export function toText({ title }: Part, { tables, bars }: PartResult): string {
  return [`## ${title}\n`, ...tables.map(toMarkdown), ...bars.map((bar) => barCells(bar).join(' | '))].join('\n');
}

function toMarkdown({ caption, columns, rows }: Table): string {
  const line = (cells: Row): string => `| ${cells.join(' | ')} |`;
  const head = caption === '' ? [] : [`**${caption}**`, ''];
  return [...head, line(columns), line(columns.map(() => '---')), ...rows.map(line), ''].join('\n');
}

/** A third digit shows on which side of its bar a figure is. */
function barCells({ text, side, limit, value }: Bar): Row {
  const holds = side === 'at most' ? value <= limit : value >= limit;
  return [text, `${side} ${limit}`, rounded(value, 3), holds ? 'holds' : '**missed**'];
}
