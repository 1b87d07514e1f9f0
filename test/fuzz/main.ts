/**
 * `npm run test:slow -- fuzzer`: Schemathesis sends valid and invalid requests to a separate stack: the examples, the limits of
 * every field, and random requests. `-- --seeds 6` repeats the run with six seeds. Set SCHEMATHESIS to the `bin` folder of a
 * virtual environment with test/fuzz/schemathesis/requirements.txt. Without it, the run is skipped with a message.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { InvalidArgumentError, program } from 'commander';
import { fuzzDocument } from './fuzz-document';

function positive(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number above 0.');
  return Number(text);
}

program
  .name('npm run test:slow -- fuzzer')
  .description('Fuzzes a local stack by its OpenAPI document.')
  .option('--seed <number>', 'the first seed; a seed repeats its requests', positive, 1)
  .option('--seeds <number>', 'how many seeds, one after the other', positive, 1)
  .option('--only <operation>', 'ask this operation alone, by its id')
  .parse();

const { seed, seeds, only } = program.opts<{
  readonly seed: number;
  readonly seeds: number;
  readonly only?: string;
}>();
const schemathesis = join(process.env.SCHEMATHESIS ?? '', 'schemathesis');
if (process.env.SCHEMATHESIS === undefined || !existsSync(schemathesis)) {
  console.log('Fuzzing was skipped: SCHEMATHESIS names no folder that has schemathesis');
} else if (seeds === 1) {
  const clean = await fuzzDocument({ program: schemathesis, seed, only });
  console.log(clean ? `Seed ${seed}: no finding` : `Findings with seed ${seed}`);
  process.exitCode = clean ? 0 : 1;
} else {
  // Each seed runs in a separate process, because a process can connect to only one table.
  const all = Array.from({ length: seeds }, (_, at) => seed + at);
  const args = (one: number) => [
    ...process.execArgv,
    import.meta.filename,
    '--seed',
    String(one),
    ...(only ? ['--only', only] : []),
  ];
  const failed = all.filter((one) => spawnSync(process.execPath, args(one), { stdio: 'inherit' }).status !== 0);
  console.log(failed.length === 0 ? `${seeds} seeds from ${seed}: no finding` : `Findings with the seeds ${failed}`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}
// Without a network, DNS look-ups of random hostnames continue for minutes.
process.exit();
