/** Checks types, lint, layout and dead code; ends with exit code 1 where one fails, and says what to run then. */
import { repairForBiome, runChecks } from '#scripts/check/run-checks';

const passed = await runChecks(
  [
    { name: 'types', command: 'tsc --noEmit' },
    { name: 'lint and layout', command: 'biome check --error-on-warnings .', repair: repairForBiome },
    { name: 'dead code', command: 'knip' },
    { name: 'types of the SDK', command: 'tsc -p sdk --noEmit' },
    { name: 'types of its command line', command: 'tsc -p sdk/tsconfig.cli.json --noEmit' },
    { name: "types of the pages' scripts", command: 'tsc -p infra/site/browser' },
  ],
  console.log,
);
process.exitCode = passed ? 0 : 1;
