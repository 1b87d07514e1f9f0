/**
 * Checks types, lint, layout and dead code; ends with exit code 1 if one fails, and prints the command to run next.
 * With `--changed` it checks what a commit or an edit has touched since main: all types, by the last run's results, and the lint of
 * touched files. It leaves out dead code, which needs every file.
 */
import { execFileSync } from 'node:child_process';
import { repairForBiome, runChecks } from '#scripts/check/run-checks';

/** By its path: a package that needs TypeScript 6 puts a slower `tsc` among the programs. */
const TSC = 'node node_modules/typescript/bin/tsc';

const BIOME = 'biome check --error-on-warnings';

/** Programs that the project's own tsconfig.json leaves out, by their folders. */
const OTHER_PROGRAMS = [
  { folder: 'sdk/', name: 'types of the SDK', command: `${TSC} -p sdk --noEmit` },
  { folder: 'sdk/', name: 'types of its command line', command: `${TSC} -p sdk/tsconfig.cli.json --noEmit` },
  { folder: 'site/', name: "types of the pages' scripts", command: `${TSC} -p site/browser` },
  { folder: 'ops/console/', name: "types of the console's script", command: `${TSC} -p ops/console/browser` },
];

const git = (...options: readonly string[]) =>
  execFileSync('git', options, { encoding: 'utf8' }).split('\n').filter(Boolean);

/** Files that differ from where this branch left main, and new ones; on main, from the last commit. */
function changedFiles(): readonly string[] {
  const [base = 'HEAD'] = git('merge-base', 'HEAD', 'main');
  return [...git('diff', '--name-only', '--diff-filter=d', base), ...git('ls-files', '--others', '--exclude-standard')];
}

function checksOf(files: readonly string[]) {
  const list = files.map((file) => `'${file}'`).join(' ');
  return [
    ...(files.length === 0 ? [] : [{ name: 'lint and layout', command: `${BIOME} --no-errors-on-unmatched ${list}` }]),
    ...OTHER_PROGRAMS.filter(({ folder }) => files.some((file) => file.startsWith(folder))),
  ];
}

const everything = [
  { name: 'lint and layout', command: `${BIOME} .`, repair: repairForBiome },
  { name: 'dead code', command: 'knip' },
  ...OTHER_PROGRAMS,
];

const passed = await runChecks(
  [
    { name: 'types', command: `${TSC} --noEmit` },
    ...(process.argv.includes('--changed') ? checksOf(changedFiles()) : everything),
  ],
  console.log,
);
process.exitCode = passed ? 0 : 1;
