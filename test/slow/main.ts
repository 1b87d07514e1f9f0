/**
 * `npm run test:slow`: runs the tests that take more than a minute or need programs other than Node.js. Each step runs one kind
 * of test. If the tools of a step are missing, the program skips the step and prints the reason. `npm run test:slow -- <step>`
 * runs one step with the options that follow.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { pythonTools } from '#test/slow/python-tools';

/** Python packages of a step. The step finds the folder of their programs in an environment variable. */
interface Python {
  readonly requirements: string;
  readonly variable: string;
}

interface Step {
  readonly name: string;
  readonly proves: string;
  /** Shell command. */
  readonly command: string;
  /** Options if the command line contains none. The simulation's seed is fixed, so only changes of the code affect the result. */
  readonly options?: string;
  readonly python?: Python;
  readonly runsWithoutPython?: true;
  /** True for a step that mostly waits. It runs in parallel with the following steps and prints its output at the end. */
  readonly isInBackground?: true;
}

const CFN_LINT: Python = { requirements: 'tools/ci/cfn-lint.txt', variable: 'CFN_LINT' };

const STEPS: readonly Step[] = [
  {
    name: 'templates',
    proves: 'the templates of both stages, with cfn-lint',
    // W3005: CDK adds `DependsOn` although a reference already implies it.
    command: 'npm run -s synth && "$CFN_LINT/cfn-lint" --ignore-checks W3005 -- cdk.out/*/*.template.json',
    python: CFN_LINT,
  },
  {
    name: 'emulator',
    proves: 'a deployment on an emulator of AWS, with IAM enforced',
    command: 'npm run -s verify:cloud --',
    // The step installs its own packages. This requirement checks that Python and PyPI are available.
    python: CFN_LINT,
    isInBackground: true,
  },
  {
    name: 'peers',
    proves: 'type check of the code that benchmarks other libraries',
    command:
      'npm ci --silent --ignore-scripts --prefix tools/bench/peers && npx tsc --noEmit --project tools/bench/peers',
  },
  {
    name: 'programs',
    proves: 'commands and packages as users start them, pages in a browser, and the recipe for an endpoint',
    command: 'npx vitest run --project programs --project browser --project pages --project recipes',
    python: { requirements: 'test/statement-parsers/requirements.txt', variable: 'STATEMENT_PARSERS' },
    runsWithoutPython: true,
  },
  {
    name: 'simulation',
    proves: 'invariants of money and delivery, in a simulation of partners, faults and crashes',
    command: 'npm run -s simulate --',
    options: '--hours 24 --trading 8 --seed 1',
  },
  {
    name: 'fuzzer',
    proves: 'requests that Schemathesis derives from the OpenAPI document',
    command: 'node --import tsx test/fuzz/main.ts',
    python: { requirements: 'test/fuzz/schemathesis/requirements.txt', variable: 'SCHEMATHESIS' },
  },
  {
    name: 'clients',
    proves: 'generated clients (Python and Java), and clients of the Model Context Protocol',
    command: 'node --import tsx test/clients/main.ts',
    options: '--where-possible',
  },
];

type Result = 'passed' | 'failed' | 'skipped';

/** Runs a step. @returns the result, and the step's output if it was not printed during the step */
async function runStep(
  step: Step,
  options: readonly string[],
): Promise<{ readonly result: Result; readonly output: string }> {
  const tools = step.python === undefined ? undefined : pythonTools(step.python.requirements);
  if (tools !== undefined && 'missing' in tools) {
    const part = step.runsWithoutPython === true ? 'A part of ' : '';
    console.log(`${part}${step.name} was skipped: it needs ${tools.missing}.`);
    if (step.runsWithoutPython !== true) return { result: 'skipped', output: '' };
  }
  const env = { ...process.env };
  if (step.python !== undefined && tools !== undefined && 'bin' in tools) env[step.python.variable] = tools.bin;
  const isShown = step.isInBackground !== true || wanted !== undefined;
  const command = `{ ${[step.command, ...options].join(' ')}; } 2>&1`;
  const child = spawn(command, { shell: true, stdio: ['ignore', isShown ? 'inherit' : 'pipe', 'inherit'], env });
  const [[code], output] = await Promise.all([once(child, 'close'), child.stdout === null ? '' : text(child.stdout)]);
  return { result: code === 0 ? 'passed' : 'failed', output };
}

const [wanted, ...given] = process.argv.slice(2);
const chosen = STEPS.filter(({ name }) => wanted === undefined || name === wanted);
if (chosen.length === 0) {
  console.log('Usage: npm run test:slow [-- <step> [options]]\n');
  for (const { name, proves } of STEPS) console.log(`  ${name.padEnd(12)}${proves}`);
  process.exitCode = wanted === '--help' ? 0 : 2;
}
const lines: Promise<string>[] = [];
for (const step of chosen) {
  const startedMs = performance.now();
  const line = runStep(step, given.length > 0 ? given : [step.options ?? '']).then(({ result, output }) => {
    process.stdout.write(output);
    return `${result.padEnd(8)}${step.name}, ${Math.round((performance.now() - startedMs) / 1000)} s`;
  });
  lines.push(line);
  if (step.isInBackground !== true) await line;
}
const results = await Promise.all(lines);
for (const line of results) console.log(line);
if (results.some((line) => line.startsWith('failed'))) process.exitCode = 1;
