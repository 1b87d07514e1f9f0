import { expect, it } from 'vitest';
import { runChaos } from '#test/chaos/run-chaos';

/** Longer than a wake-up that died with its process waits for the redrive. */
const REDRIVEN_AFTER_S = 400;

/** The long run, which waits as long as it takes, is `npm run chaos`; its figures are in docs/reliability.md. */
it('loses nothing when the stack is killed three times under traffic', async () => {
  const seed = Date.now() % 1_000_000;
  const { breaches, ...figures } = await runChaos({
    seed,
    kills: 3,
    failing: 0.4,
    lastTrafficMs: 2000,
    ordersPerLife: 8,
    lastClockOffsetS: REDRIVEN_AFTER_S,
    print: () => undefined,
  });
  expect(breaches, `npm run chaos -- --kills 3 --failing 40 --seed ${seed}`).toEqual([]);
  expect(figures).toMatchObject({ kills: 3, lost: 0, transactions: figures.orders });
  expect(figures.sent + figures.failed).toBe(figures.notifications);
}, 1_200_000);
