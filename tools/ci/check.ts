/**
 * Checks types, lint, layout and dead code at once; ends with exit code 1 if one fails. With `--changed` it checks what differs from
 * main: all types, by the results of the last run, and the lint of touched files. Dead code needs every file, and is left out.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import makeGenerated from '#infra/build/generated';

/** Calls it by path: a package that needs TypeScript 6 installs a slower `tsc`. */
const TSC = 'node node_modules/typescript/bin/tsc --noEmit';
const BIOME = 'npx biome check --error-on-warnings --no-errors-on-unmatched';

/** Programs that the project's own tsconfig.json leaves out, by their folders. */
const OTHER_PROGRAMS = ['sdk', 'sdk/tsconfig.cli.json', 'tools/site/browser', 'tools/ops/console/browser'];

/** @returns the files that differ from where this branch left main, and new ones; on main, from the last commit */
function changedFiles(): readonly string[] {
  const git = (...options: readonly string[]) => execFileSync('git', options, { encoding: 'utf8' }).split('\n');
  const [base = 'HEAD'] = git('merge-base', 'HEAD', 'main');
  const files = [
    ...git('diff', '--name-only', '--diff-filter=d', base),
    ...git('ls-files', '-o', '--exclude-standard'),
  ];
  return files.filter(Boolean);
}

/** @returns whether the command succeeded. Its output is printed at its end, so that two do not mix. */
async function passes(command: string): Promise<boolean> {
  const startedMs = performance.now();
  const child = spawn(`${command} 2>&1`, { shell: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const [[code], output] = await Promise.all([once(child, 'close'), text(child.stdout)]);
  console.log(
    `${code === 0 ? 'passed' : 'FAILED'}  ${((performance.now() - startedMs) / 1000).toFixed(1)} s  ${command}`,
  );
  if (code !== 0) console.log(output.trim());
  return code === 0;
}

await makeGenerated();
const changed = process.argv.includes('--changed') ? changedFiles() : undefined;
const touches = (program: string) =>
  changed?.some((file) => file.startsWith(program.replace(/[^/]+\.json$/, ''))) ?? true;
const commands = [
  TSC,
  ...OTHER_PROGRAMS.filter(touches).map((program) => `${TSC} -p ${program}`),
  ...(changed?.length === 0
    ? []
    : [`${BIOME} ${changed === undefined ? '.' : changed.map((file) => `'${file}'`).join(' ')}`]),
  ...(changed === undefined ? ['npx knip'] : []),
];
const results = await Promise.all(commands.map(passes));
if (results.includes(false)) process.exitCode = 1;
