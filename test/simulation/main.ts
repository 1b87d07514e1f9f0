/** `npm run simulate`: simulates many hours of virtual time with faults, and checks all invariants after each run. */
import { parseArgs } from 'node:util';
import { UsageError } from '#ops/errors';
import { whole } from '#ops/options';
import { controlNames, controls, isControl } from './controls';
import {
  addRun,
  type ControlResult,
  type Figures,
  findControl,
  findControls,
  formatFigures,
  noFigures,
  publish,
} from './figures';
import { type RunResult, runSeed } from './run';

const usage = `Usage: npm run simulate -- [options]

  --hours N       Total virtual hours of all runs; each run has its own seed (default: 24)
  --seed N        Seed of the first run (default: a new seed, which is printed)
  --trading N     Virtual hours of each run in which partners send requests (default: 24)
  --trace         Run one seed and print every event
  --control NAME  Plant a bug that the simulation must find: ${controlNames.join(', ')}
  --controls      Plant each of these bugs, one after the other
  --publish       Write the figures into docs/reliability.md
  --help          Print this help

Ctrl-C ends the command after the current run and prints the figures.`;

const HOUR_MS = 3_600_000;

function readArguments(args: string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  try {
    const options = {
      hours: text,
      seed: text,
      trading: text,
      trace: flag,
      control: text,
      controls: flag,
      publish: flag,
      help: flag,
    };
    return parseArgs({ args, options, strict: true }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

const print = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<number> {
  // Without this, the AWS SDK warns at each start that its support of Node.js 20 ends.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  const given = readArguments(process.argv.slice(2));
  if (given.help === true) {
    print(usage);
    return 0;
  }
  const seed = whole(0, 999_999_999)(given.seed ?? String(Date.now() % 1_000_000), 'seed');
  print(`seed ${seed}`);
  if (given.control !== undefined) return plantOne(given.control, seed);
  if (given.controls === true) return (await plantAll(seed)).isComplete ? 0 : 1;
  const hours = whole(1, 100_000)(given.hours ?? '24', 'hours');
  const trading = whole(1, 1000)(given.trading ?? '24', 'trading');
  const figures = await runHours(hours, { seed, trading, isTraced: given.trace === true });
  if (figures === undefined) return 1;
  print(formatFigures(figures));
  if (given.publish !== true) return 0;
  const { found, isComplete } = await plantAll(seed);
  if (!isComplete) return 1;
  publish(figures, { day: new Date().toISOString().slice(0, 10), found });
  return 0;
}

interface Runs {
  /** The first one. */
  readonly seed: number;
  /** Virtual hours of trading per run. */
  readonly trading: number;
  readonly isTraced: boolean;
}

/**
 * Runs one seed after another until the runs cover `hours` of virtual time. Ends earlier after a failure, an interrupt or a run
 * with a printed trace.
 * @returns `undefined` after a failure
 */
async function runHours(hours: number, { seed: firstSeed, trading, isTraced }: Runs): Promise<Figures | undefined> {
  let figures = noFigures(firstSeed);
  let isInterrupted = false;
  process.once('SIGINT', () => {
    print('The run ends with this seed.');
    isInterrupted = true;
  });
  while (figures.virtualMs < hours * HOUR_MS && !isInterrupted) {
    const seed = firstSeed + figures.seeds;
    const [startedMs, usage] = [performance.now(), process.cpuUsage()];
    const run = await runSeed({ seed, hours: trading, ...(isTraced ? { print } : {}) });
    const { user, system } = process.cpuUsage(usage);
    const times = { cpuMs: (user + system) / 1000, wallMs: performance.now() - startedMs };
    figures = addRun(figures, run, times);
    print(`seed ${seed}: ${run.orders} orders, ${run.deliveries} webhooks, trace ${run.digest.slice(0, 16)}`);
    if (run.violations.length > 0) {
      printFailure(run);
      return undefined;
    }
    if (isTraced) break;
  }
  return figures;
}

const SHOWN_LINES = 25;

function printFailure({ seed, hours, violations, tail }: RunResult): void {
  print('The end of the trace:');
  for (const line of tail.slice(-SHOWN_LINES)) print(`  ${line}`);
  const [first, ...others] = violations;
  print(`VIOLATION ${first}`);
  if (others.length > 0) print(`and ${others.length} more`);
  print(`--seed ${seed} --trading ${hours} repeats it, and with --trace shows everything.`);
}

async function plantOne(name: string, seed: number): Promise<number> {
  if (!isControl(name)) throw new UsageError(`--control is one of ${controlNames.join(', ')}`);
  const result = await findControl(name, seed);
  printControl(result);
  if (result.foundBy !== undefined) printFailure(result.foundBy);
  return result.foundBy === undefined ? 1 : 0;
}

async function plantAll(seed: number): Promise<{ readonly found: string; readonly isComplete: boolean }> {
  let missed = 0;
  const found = await findControls(seed, (result) => {
    if (result.foundBy === undefined) missed += 1;
    printControl(result);
  });
  print(`${found} planted bugs were found`);
  return { found, isComplete: missed === 0 };
}

function printControl({ name, foundBy, runs }: ControlResult): void {
  const how =
    foundBy === undefined
      ? `NOT FOUND in ${runs} runs`
      : `found in run ${runs}: ${foundBy.violations[0]?.slice(0, 160)}`;
  print(`${name} (${controls[name]}): ${how}`);
}

try {
  process.exitCode = await main();
} catch (error) {
  const isUsage = error instanceof UsageError;
  process.stderr.write(
    `${isUsage ? `${error.message}.\n\n${usage}` : String(error instanceof Error ? error.stack : error)}\n`,
  );
  process.exitCode = isUsage ? 2 : 1;
}
