import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { Scheduler } from '#test/simulation/clock/scheduler';
import type { ControlName } from '#test/simulation/controls';
import { FunctionInstance } from '#test/simulation/functions/instance';
import type { Outside } from '#test/simulation/functions/process';
import { runSeed } from '#test/simulation/run';
import { Chance } from '#test/support/chance';

const SEED = 3;

it.each<ControlName>(['keys-forgotten', 'stream-skips'])('finds the planted bug %s', async (control) => {
  const { violations } = await runSeed({ seed: SEED, hours: 1, control });
  expect(violations).not.toEqual([]);
});

it('ends a run without a violation, and the same way after other runs as in a process of its own', async () => {
  const run = await runSeed({ seed: SEED, hours: 1 });
  expect(run.violations).toEqual([]);
  expect(run.orders).toBeGreaterThan(0);
  expect(run.deliveries).toBeGreaterThan(10);
  expect(run.faults.size).toBeGreaterThan(5);
  const program = resolve(import.meta.dirname, '../../simulation/main.ts');
  const args = ['--import', 'tsx', program, '--seed', String(SEED), '--hours', '1', '--trading', '1'];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(stdout).toContain(`trace ${run.digest.slice(0, 16)}`);
});

const outside: Outside = {
  service: () => Promise.reject(new Error('No service')),
  web: () => Promise.reject(new Error('No server')),
  toCall: () => {
    throw new Error('No command');
  },
  log: () => undefined,
};

it('notices code that waits for something that is no event', () => {
  const scheduler = new Scheduler(0, new Chance(1), () => undefined);
  const options = { functionId: 'one', name: 'one#1', environment: {}, skewMs: 0, chance: new Chance(2) };
  const instance = new FunctionInstance(options, scheduler, outside, () => ({
    one: () => ({ handler: () => new Promise((resolve) => setImmediate(resolve)) }),
  }));
  void instance.invoke({}, 1000);
  expect(instance.waitsForReality).toBe(true);
});

it('lets events happen by their time, those of one millisecond as the seed says, and no cancelled ones', async () => {
  const orderFor = async (seed: number) => {
    const happened: string[] = [];
    const scheduler = new Scheduler(0, new Chance(seed), () => undefined);
    for (const name of ['later', 'one', 'other', 'third', 'cancelled']) {
      const cancel = scheduler.after(name === 'later' ? 2 : 1, name, () => happened.push(name));
      if (name === 'cancelled') cancel();
    }
    while (await scheduler.step());
    return happened;
  };
  const orders = [await orderFor(1), await orderFor(2), await orderFor(3), await orderFor(4)];
  for (const order of orders) {
    expect(order.at(-1)).toBe('later');
    expect(order.slice(0, 3).toSorted()).toEqual(['one', 'other', 'third']);
  }
  expect(await orderFor(1)).toEqual(orders[0]);
  expect(new Set(orders.map((order) => order.join())).size).toBeGreaterThan(1);
});
