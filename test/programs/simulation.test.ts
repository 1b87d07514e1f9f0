import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { runSeed } from '#test/simulation/run';
import { runProcess } from '#test/support/run-process';

const SEED = 3;

it('ends a run without a violation, and the same way after other runs as in a process of its own', async () => {
  const run = await runSeed({ seed: SEED, hours: 1 });
  expect(run.violations).toEqual([]);
  expect(run.orders).toBeGreaterThan(0);
  expect(run.deliveries).toBeGreaterThan(10);
  expect(run.faults.size).toBeGreaterThan(5);
  const program = resolve(import.meta.dirname, '../simulation/main.ts');
  const { out } = await runProcess([
    '--import',
    'tsx',
    program,
    '--seed',
    String(SEED),
    '--hours',
    '1',
    '--trading',
    '1',
  ]);
  expect(out).toContain(`trace ${run.digest.slice(0, 16)}`);
});
