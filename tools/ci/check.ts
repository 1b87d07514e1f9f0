/**
 * Checks types, lint, layout and dead code. `--changed` limits lint and layout to files that differ from main, and skips separate
 * TypeScript projects without such files. `--changed` also skips the search for dead code, which needs all files.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import makeGenerated from '#infra/build/generated';

/** Calls `tsc` by path: a package that requires TypeScript 6 installs a slower `tsc` command. */
const TSC = 'node node_modules/typescript/bin/tsc --noEmit';
const BIOME = 'npx biome check --error-on-warnings --no-errors-on-unmatched';

/** TypeScript projects with separate compiler options, in addition to the main project. */
const OTHER_PROGRAMS = ['sdk', 'sdk/tsconfig.cli.json', 'tools/site/browser', 'tools/ops/console/browser'];

/**
 * @returns the files changed since this branch started from main, and untracked files; on main, the changes since the last commit
 */
function changedFiles(): readonly string[] {
  const git = (...options: readonly string[]) => execFileSync('git', options, { encoding: 'utf8' }).split('\n');
  const [base = 'HEAD'] = git('merge-base', 'HEAD', 'main');
  const files = [
    ...git('diff', '--name-only', '--diff-filter=d', base),
    ...git('ls-files', '-o', '--exclude-standard'),
  ];
  return files.filter(Boolean);
}

/**
 * Runs a command. Prints its output only after a failure, and as one block: outputs of parallel commands do not mix.
 * @returns true if the command succeeded
 */
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
