/** Checks types, lint, layout and dead code; ends with exit code 1 where one fails, and says what to run then. */
import { repairForBiome, runChecks } from '#scripts/check/run-checks';

/** By its path: a package that needs TypeScript 6 puts a slower `tsc` among the programs. */
const TSC = 'node node_modules/typescript/bin/tsc';

const passed = await runChecks(
  [
    { name: 'types', command: `${TSC} --noEmit` },
    { name: 'lint and layout', command: 'biome check --error-on-warnings .', repair: repairForBiome },
    { name: 'dead code', command: 'knip' },
    { name: 'types of the SDK', command: `${TSC} -p sdk --noEmit` },
    { name: 'types of its command line', command: `${TSC} -p sdk/tsconfig.cli.json --noEmit` },
    { name: "types of the pages' scripts", command: `${TSC} -p site/browser` },
    { name: "types of the console's script", command: `${TSC} -p ops/console/browser` },
  ],
  console.log,
);
process.exitCode = passed ? 0 : 1;
