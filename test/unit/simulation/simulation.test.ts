import { expect, it } from 'vitest';
import { Scheduler } from '#test/simulation/clock/scheduler';
import { FunctionInstance } from '#test/simulation/functions/instance';
import type { Outside } from '#test/simulation/functions/process';
import { runSeed } from '#test/simulation/run';
import { Chance } from '#test/support/chance';

it('finds a planted bug', async () => {
  const { violations } = await runSeed({ seed: 3, hours: 1, control: 'stream-skips' });
  expect(violations).not.toEqual([]);
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
