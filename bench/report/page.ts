import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Bar, holds, type Part, type PartResult, type Table } from './part';
import { type Result, readResult } from './results';
import { rounded } from './statistics';

const ROOT = join(import.meta.dirname, '../..');

const INTRODUCTION = `# Benchmarks

\`npm run bench\` measures all of this again and writes this page; \`npm run bench -- init cpu\` measures some parts. The first
run installs what is compared against (\`bench/peers/package.json\`), which is never part of the service.

Every figure is a ratio within one run on one machine, its sides interleaved round by round; milliseconds of different
tables do not compare. Medians stand with their spread: the distance of the quartiles over the median. Nothing timed is a test.
`;

/** Writes docs/benchmarks.md from the last results of every part and the words that go with them. */
export async function writePage(parts: readonly Part[]): Promise<void> {
  const shown = await Promise.all(
    parts.map(async (part) => ({ part, result: await readResult(part.name), prose: await proseOf(part) })),
  );
  const bars = shown.flatMap(({ part, result }) => (result?.bars ?? []).map((bar) => ({ part, bar })));
  const page = [
    INTRODUCTION,
    '## Bars\n',
    table({
      caption: '',
      columns: ['Part', 'What', 'Bar', 'Measured', ''],
      rows: bars.map(({ part, bar }) => [
        `[${part.name}](#${anchor(part.title)})`,
        bar.text,
        limitOf(bar),
        figureOf(bar),
        holds(bar) ? 'holds' : '**missed**',
      ]),
    }),
    ...shown.flatMap(({ part, result, prose }) => section(part, result, prose)),
  ].join('\n');
  await writeFile(join(ROOT, 'docs/benchmarks.md'), `${page.trimEnd()}\n`);
}

/** One part's tables and bars as text, for the terminal. */
export function asText(part: Part, result: PartResult): string {
  const bars = result.bars.map(
    (bar) => `${holds(bar) ? 'holds ' : 'MISSED'} ${bar.text}: ${figureOf(bar)}, ${limitOf(bar)}`,
  );
  return [`## ${part.title}\n`, ...result.tables.map(table), ...bars].join('\n');
}

function section(part: Part, result: Result | undefined, prose: string): string[] {
  if (result === undefined) return [`## ${part.title}\n`, 'Not measured yet.\n', prose];
  const where = `${result.date}, ${result.machine}, Node ${result.node.replace(/^v/, '')}\n`;
  return [`## ${part.title}\n`, where, ...result.tables.map(table), prose];
}

function table({ caption, columns, rows }: Table): string {
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
  const head = caption === '' ? [] : [`**${caption}**`, ''];
  return [...head, line(columns), line(columns.map(() => '---')), ...rows.map(line), ''].join('\n');
}

/** For the eye. A third digit shows on which side of its bar a figure is. */
function figureOf({ value }: Bar): number {
  return rounded(value, 3);
}

function limitOf({ side, limit }: Bar): string {
  return `${side} ${limit}`;
}

function anchor(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');
}

/** What was cut and what it gave, and why a bar is missed: bench/prose/<part>.md, where there is something to say. */
async function proseOf(part: Part): Promise<string> {
  try {
    return await readFile(join(import.meta.dirname, '../prose', `${part.name}.md`), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}
