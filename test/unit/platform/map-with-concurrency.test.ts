import { describe, expect, it } from 'vitest';
import { mapWithConcurrency } from '#shared/platform/map-with-concurrency';

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a pool', () => {
  it('runs no more at once than allowed, and keeps the order', async () => {
    let underWay = 0;
    let most = 0;
    const results = await mapWithConcurrency([...Array(30).keys()], 4, async (item) => {
      underWay += 1;
      most = Math.max(most, underWay);
      for (let turns = item % 5; turns >= 0; turns -= 1) await turn();
      underWay -= 1;
      return item * 2;
    });
    expect(results).toEqual([...Array(30).keys()].map((item) => item * 2));
    expect(most).toBe(4);
  });

  it('starts nothing after a failure', async () => {
    const begun: number[] = [];
    const work = mapWithConcurrency([...Array(30).keys()], 2, async (item) => {
      begun.push(item);
      await turn();
      if (item === 3) throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    await turn();
    await turn();
    expect(begun.length).toBeLessThanOrEqual(6);
  });

  it('of nothing is done', async () => {
    expect(await mapWithConcurrency([], 3, async () => 1)).toEqual([]);
  });
});
