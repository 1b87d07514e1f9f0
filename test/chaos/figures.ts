import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ChaosFigures } from './run-chaos';

const FILE = resolve(import.meta.dirname, '../../docs/reliability.md');
const [START, END] = ['<!-- chaos: start -->', '<!-- chaos: end -->'];

/** The figures of a run, for people. */
export function formatFigures(figures: ChaosFigures): string {
  const rows = Object.entries(figures).filter(([, value]) => typeof value === 'number');
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`).join('\n');
}

/** Writes the figures into docs/reliability.md, between its marks. @throws Error when the marks are not there */
export function publish(figures: ChaosFigures, day: string): void {
  const text = readFileSync(FILE, 'utf8');
  const [start, end] = [text.indexOf(START), text.indexOf(END)];
  if (start < 0 || end < start) throw new Error(`${FILE} has no place for figures`);
  const cells: readonly (readonly [string, number | string])[] = [
    ['Date', day],
    ['Seed', figures.seed],
    ['Kills (at a named point between two effects)', `${figures.kills} (${figures.killsAtPoints})`],
    ['Creations acknowledged', figures.orders],
    ['Requests sent for them (without an answer)', `${figures.requests} (${figures.unanswered})`],
    ['Replays compared', figures.replays],
    ['Transactions on record', figures.transactions],
    ['Notifications', figures.notifications],
    ['… SENT', figures.sent],
    ['… FAILED', figures.failed],
    ['… lost', figures.lost],
    ['Posts at the endpoint', figures.posts],
    ['… duplicates of an accepted one', figures.duplicates],
    ['Manual retries', figures.manualRetries],
    ['Breaches', figures.breaches.length],
  ];
  const table = ['| | |', '|---|---|', ...cells.map(([name, value]) => `| ${name} | ${value} |`)].join('\n');
  writeFileSync(FILE, `${text.slice(0, start + START.length)}\n${table}\n${text.slice(end)}`);
}
