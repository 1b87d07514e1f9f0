/** Statistics of many runs. */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type ControlName, controlNames } from './controls';
import { type RunResult, runSeed } from './run';

const FILE = resolve(import.meta.dirname, '../../docs/reliability.md');
const [START, END] = ['<!-- simulation: start -->', '<!-- simulation: end -->'];
const HOUR_MS = 3_600_000;

export interface Figures {
  readonly seeds: number;
  readonly firstSeed: number;
  readonly virtualMs: number;
  readonly requests: number;
  readonly orders: number;
  readonly deliveries: number;
  readonly events: number;
  readonly faults: ReadonlyMap<string, number>;
  readonly violations: number;
  readonly cpuMs: number;
  readonly wallMs: number;
}

export function noFigures(firstSeed: number): Figures {
  const counts = { seeds: 0, virtualMs: 0, requests: 0, orders: 0, deliveries: 0, events: 0, violations: 0 };
  return { ...counts, firstSeed, faults: new Map(), cpuMs: 0, wallMs: 0 };
}

const summed = [
  ...(['seeds', 'virtualMs', 'requests', 'orders', 'deliveries', 'events'] as const),
  ...(['violations', 'cpuMs', 'wallMs'] as const),
];

export function addRun(
  figures: Figures,
  run: RunResult,
  { cpuMs, wallMs }: Pick<Figures, 'cpuMs' | 'wallMs'>,
): Figures {
  const faults = new Map(figures.faults);
  for (const [fault, count] of run.faults) faults.set(fault, (faults.get(fault) ?? 0) + count);
  const one = { ...run, seeds: 1, violations: run.violations.length, cpuMs, wallMs };
  const sums = summed.map((name) => [name, figures[name] + one[name]] as const);
  return { ...figures, ...Object.fromEntries(sums), faults };
}

/** Lists the faults with their counts, by name. */
function faultRows({ faults }: Figures): (readonly [string, string])[] {
  const kinds = [...faults].toSorted(([left], [right]) => (left < right ? -1 : 1));
  return kinds.map(([kind, count]) => [kind, number(count)]);
}

/** Returns the statistics as pairs of name and value. @param detail additional pairs about the faults */
function rows(figures: Figures, detail: readonly (readonly [string, string])[]): (readonly [string, string])[] {
  const { virtualMs, wallMs, cpuMs, faults, seeds, firstSeed } = figures;
  const all = [...faults.values()].reduce((sum, count) => sum + count, 0);
  return [
    ['Seeds', seeds === 1 ? `${firstSeed}` : `${firstSeed} to ${firstSeed + seeds - 1}`],
    ['Virtual hours', number(virtualMs / HOUR_MS)],
    ['Requests', number(figures.requests)],
    ['Transactions created', number(figures.orders)],
    ['Webhooks received', number(figures.deliveries)],
    ['Scheduler events', number(figures.events)],
    ['Faults', number(all)],
    ...detail,
    ['Violations', number(figures.violations)],
    ['CPU time', `${number(cpuMs / 1000)} s`],
    ['Virtual time to real time', `${number(virtualMs / wallMs)} to 1`],
  ];
}

const number = (value: number): string => Math.round(value).toLocaleString('en-US');

export function formatFigures(figures: Figures): string {
  const lines = rows(
    figures,
    faultRows(figures).map(([kind, count]) => [`… ${kind}`, count]),
  );
  const width = Math.max(...lines.map(([name]) => name.length));
  return lines.map(([name, value]) => `  ${name.padEnd(width)}  ${value.padStart(12)}`).join('\n');
}

/** Writes the statistics between the markers in docs/reliability.md. @throws Error if the markers are missing */
export function publish(figures: Figures, { day, found }: { readonly day: string; readonly found: string }): void {
  const text = readFileSync(FILE, 'utf8');
  const [start, end] = [text.indexOf(START), text.indexOf(END)];
  if (start < 0 || end < start) throw new Error(`${FILE} has no place for figures`);
  const kinds = faultRows(figures).map(([kind, count]) => `${kind} ${count}`);
  const cells = [
    ['Date', day],
    ...rows(figures, [['Faults by kind', kinds.join('; ')]]),
    ['Planted bugs found', found],
  ];
  const table = ['| | |', '|---|---|', ...cells.map(([name, value]) => `| ${name} | ${value} |`)].join('\n');
  writeFileSync(FILE, `${text.slice(0, start + START.length)}\n${table}\n${text.slice(end)}`);
}

/** Result of the search for a planted bug. */
export interface ControlResult {
  readonly name: ControlName;
  readonly foundBy: RunResult | undefined;
  readonly runs: number;
}

/** Maximum number of short runs until a planted bug must be found. */
const CONTROL_RUNS = 6;
const CONTROL_HOURS = 2;

/** Runs at most `CONTROL_RUNS` simulations with a planted bug, until one finds it. */
export async function findControl(name: ControlName, firstSeed: number): Promise<ControlResult> {
  for (let runs = 1; runs <= CONTROL_RUNS; runs += 1) {
    const run = await runSeed({ seed: firstSeed + runs - 1, hours: CONTROL_HOURS, control: name });
    if (run.violations.length > 0) return { name, foundBy: run, runs };
  }
  return { name, foundBy: undefined, runs: CONTROL_RUNS };
}

/**
 * Searches for each planted bug with simulation runs.
 * @param report receives the result for each bug
 * @returns the number of bugs that were found and the number of all bugs, as text
 */
export async function findControls(firstSeed: number, report: (result: ControlResult) => void): Promise<string> {
  let found = 0;
  for (const name of controlNames) {
    const result = await findControl(name, firstSeed);
    if (result.foundBy !== undefined) found += 1;
    report(result);
  }
  return `${found} of ${controlNames.length}`;
}
