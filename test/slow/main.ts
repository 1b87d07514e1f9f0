/**
 * `npm run test:slow`: the tests that need more than Node or more than a minute, a step each. A step without its tools is skipped,
 * with the reason. `npm run test:slow -- <step>` runs one, and hands it the options that follow.
 */
import { spawnSync } from 'node:child_process';
import { pythonTools } from '#test/slow/python-tools';

interface Step {
  readonly name: string;
  readonly proves: string;
  readonly program: readonly string[];
  /** Options of a run of all steps. The same seed each time: such a run judges the change alone. */
  readonly options?: readonly string[];
  /** Packages of Python, and the variable that names their programs' folder to the step. */
  readonly python?: { readonly requirements: string; readonly variable: string };
  /** A step that tests a part of itself without Python. */
  readonly runsWithoutPython?: true;
}

const tsx = (file: string) => ['node', '--import', 'tsx', file];

const STEPS: readonly Step[] = [
  {
    name: 'templates',
    proves: 'the templates of both stages, by cfn-lint',
    program: tsx('test/template-linters/main.ts'),
    python: { requirements: 'test/template-linters/requirements.txt', variable: 'TEMPLATE_LINTERS' },
  },
  {
    name: 'programs',
    proves: 'commands and packages as people start them, pages and consoles in a browser, recipe 1',
    program: ['node', 'node_modules/vitest/vitest.mjs', 'run'],
    options: ['--project', 'programs', '--project', 'browser', '--project', 'pages', '--project', 'recipes'],
    python: { requirements: 'test/statement-parsers/requirements.txt', variable: 'STATEMENT_PARSERS' },
    runsWithoutPython: true,
  },
  {
    name: 'simulation',
    proves: 'virtual hours of partners, faults and crashes, and the invariants of money and delivery',
    program: tsx('test/simulation/main.ts'),
    options: ['--hours', '24', '--trading', '8', '--seed', '1'],
  },
  {
    name: 'fuzzer',
    proves: 'requests that Schemathesis derives from the OpenAPI document',
    program: tsx('test/fuzz/main.ts'),
    python: { requirements: 'test/fuzz/schemathesis/requirements.txt', variable: 'SCHEMATHESIS' },
  },
  {
    name: 'emulator',
    proves: 'a deployment on an emulator of AWS, with IAM enforced',
    program: tsx('cloud/main.ts'),
    options: ['--on', 'emulator'],
  },
  {
    name: 'clients',
    proves: 'clients that generators for Python and Java make of the OpenAPI document',
    program: tsx('test/clients/main.ts'),
    options: ['--where-possible'],
  },
];

function runStep(step: Step, options: readonly string[]): 'passed' | 'failed' | 'skipped' {
  const tools = step.python === undefined ? undefined : pythonTools(step.python.requirements);
  if (tools !== undefined && 'missing' in tools) {
    console.log(
      `${step.runsWithoutPython === true ? 'A part of ' : ''}${step.name} was skipped: it needs ${tools.missing}.`,
    );
    if (step.runsWithoutPython !== true) return 'skipped';
  }
  const env = { ...process.env };
  if (step.python !== undefined && tools !== undefined && 'bin' in tools) env[step.python.variable] = tools.bin;
  const [command = 'node', ...before] = step.program;
  const { status } = spawnSync(command, [...before, ...options], { stdio: ['ignore', 'inherit', 'inherit'], env });
  return status === 0 ? 'passed' : 'failed';
}

const [wanted, ...given] = process.argv.slice(2);
const chosen = STEPS.filter(({ name }) => wanted === undefined || name === wanted);
if (chosen.length === 0) {
  console.log('Usage: npm run test:slow [-- <step> [options]]\n');
  for (const { name, proves } of STEPS) console.log(`  ${name.padEnd(12)}${proves}`);
  process.exitCode = wanted === '--help' ? 0 : 2;
}
const results = chosen.map((step) => {
  const startedMs = performance.now();
  const result = runStep(step, given.length > 0 ? given : (step.options ?? []));
  return `${result.padEnd(8)}${step.name}, ${Math.round((performance.now() - startedMs) / 1000)} s`;
});
for (const line of results) console.log(line);
if (results.some((line) => line.startsWith('failed'))) process.exitCode = 1;
