/** `npm run simulate:failover`: a Region is lost in the middle of its work, the other one takes over, and everything is checked after it. */
import { parseArgs } from 'node:util';
import { UsageError } from '#ops/errors';
import { whole } from '#ops/options';
import { failoverControlNames, failoverControls, isFailoverControl } from './controls';
import { type FailoverResult, runFailover } from './run-failover';

const usage = `Usage: npm run simulate:failover -- [options]

  --seeds N       Runs, each of its own seed (default: 4); every fourth one leaves the first Region in order
  --seed N        The first seed (default: a new one; it is printed)
  --minutes N     Virtual minutes in which partners trade, before and after (default: 5)
  --control NAME  Plant a mistake, which has to be found: ${failoverControlNames.join(', ')}
  --controls      The same for each of them, one after the other
  --help          Show this`;

/** Runs in which a planted mistake has to be found. */
const MOST_RUNS = 4;
const PLANNED_EVERY = 4;

function readArguments(args: string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  try {
    const options = { seeds: text, seed: text, minutes: text, control: text, controls: flag, help: flag };
    return parseArgs({ args, options, strict: true }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

const print = (line: string) => void process.stdout.write(`${line}\n`);
const minutesText = (ms: number) => `${(ms / 60_000).toFixed(1)} min`;
const secondsText = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

function printRun(run: FailoverResult): void {
  const { seed, isPlanned, orders, cutMs, lostItems, recoveryPointMs, switchMs, findings, held, doubles, lost } = run;
  const kinds = Object.entries(findings).toSorted(([one], [other]) => (one < other ? -1 : 1));
  print(
    [
      `seed ${seed}: the first Region is ${isPlanned ? 'left in order' : 'lost'}, ${minutesText(cutMs)} after the beginning`,
      `${orders} orders, ${run.ordered} payouts, conversions and refunds`,
      `${lostItems} items lost, the oldest ${secondsText(recoveryPointMs)} before the cut`,
      `findings ${kinds.map(([kind, count]) => `${kind} ${count}`).join(', ') || 'none'}`,
      `the other writes ${minutesText(switchMs)} after the fence began`,
      `${held} held`,
      `${doubles} double payouts`,
      `${lost.length} acknowledged creations lost`,
      `trace ${run.digest.slice(0, 16)}`,
    ].join('; '),
  );
  for (const { key, id, beforeCutMs } of lost)
    print(
      `  lost ${id}, key ${key}: ${secondsText(Math.abs(beforeCutMs))} ${beforeCutMs < 0 ? 'after' : 'before'} the cut`,
    );
}

function printViolations({ violations, seed }: FailoverResult): void {
  for (const line of violations.slice(0, 5)) print(`VIOLATION ${line}`);
  if (violations.length > 5) print(`and ${violations.length - 5} more`);
  print(`--seed ${seed} --seeds 1 repeats it.`);
}

interface Runs {
  readonly firstSeed: number;
  readonly minutes: number;
}

async function runSeeds(seeds: number, { firstSeed, minutes }: Runs): Promise<number> {
  const totals = { lost: 0, held: 0, doubles: 0, findings: 0 };
  for (let seed = firstSeed; seed < firstSeed + seeds; seed += 1) {
    const run = await runFailover({ seed, minutes, isPlanned: seed % PLANNED_EVERY === 0 });
    printRun(run);
    totals.lost += run.lost.length;
    totals.held += run.held;
    totals.doubles += run.doubles;
    totals.findings += Object.values(run.findings).reduce((sum, count) => sum + count, 0);
    if (run.violations.length > 0) {
      printViolations(run);
      return 1;
    }
  }
  print(
    `${seeds} changes of Region: ${totals.findings} findings, ${totals.held} held, ${totals.lost} acknowledged creations lost, ${totals.doubles} double payouts, 0 violations`,
  );
  return 0;
}

/** Plants a mistake in run after run until one finds it. @returns whether it was found */
async function plant(name: string, { firstSeed, minutes }: Runs): Promise<boolean> {
  if (!isFailoverControl(name)) throw new UsageError(`--control is one of ${failoverControlNames.join(', ')}`);
  for (let run = 1; run <= MOST_RUNS; run += 1) {
    const { violations } = await runFailover({ seed: firstSeed + run - 1, minutes, isPlanned: false, control: name });
    const [first] = violations;
    if (first === undefined) continue;
    print(`${name} (${failoverControls[name]}): found in run ${run}: ${first.slice(0, 160)}`);
    return true;
  }
  print(`${name} (${failoverControls[name]}): NOT FOUND in ${MOST_RUNS} runs`);
  return false;
}

async function main(): Promise<number> {
  // The SDK warns at each start that its support of Node.js 20 ends.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  const given = readArguments(process.argv.slice(2));
  if (given.help === true) {
    print(usage);
    return 0;
  }
  const firstSeed = whole(0, 999_999_999)(given.seed ?? String(Date.now() % 1_000_000), 'seed');
  const minutes = whole(1, 1000)(given.minutes ?? '5', 'minutes');
  print(`seed ${firstSeed}`);
  const planted = given.controls === true ? failoverControlNames : [given.control].flatMap((name) => name ?? []);
  if (planted.length === 0) return runSeeds(whole(1, 1000)(given.seeds ?? '4', 'seeds'), { firstSeed, minutes });
  let found = 0;
  for (const name of planted) if (await plant(name, { firstSeed, minutes })) found += 1;
  print(`${found} of ${planted.length} planted mistakes were found`);
  return found === planted.length ? 0 : 1;
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
