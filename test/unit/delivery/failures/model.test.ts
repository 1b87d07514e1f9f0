import * as fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { expectNothingLost, Line } from '#test/unit/delivery/failures/line';
import {
  Commit,
  Lose,
  type Model,
  Pass,
  points,
  Receive,
  Redrive,
  RetryByHand,
} from '#test/unit/delivery/failures/model';
import { START_MS } from '#test/unit/delivery/fakes';

afterEach(() => {
  globalThis.atCrashPoint = undefined;
});

const how = fc.record({
  succeeds: fc.boolean(),
  point: fc.oneof({ weight: 2, arbitrary: fc.constant('none' as const) }, fc.constantFrom(...points)),
  again: fc.boolean(),
});
const receive = fc.tuple(fc.nat(20), how).map(([which, what]) => new Receive(which, what));
const seconds = fc.constantFrom(1, 20, 26, 60, 121, 300, 600, 901);

const commands = fc.commands(
  [
    fc.constant(new Commit()),
    receive,
    receive,
    receive,
    seconds.map((passed) => new Pass(passed)),
    fc.nat(20).map((which) => new Lose(which)),
    fc.constant(new Redrive()),
    fc.nat(20).map((which) => new RetryByHand(which)),
  ],
  { maxCommands: 60, size: 'max' },
);

/** Any commands: the worker does what the model says, and in the end nothing is lost. */
function obeysTheModel(newLine: () => Line) {
  return fc.asyncProperty(commands, async (steps) => {
    const line = newLine();
    globalThis.atCrashPoint = undefined;
    const model: Model = { nowMs: START_MS, items: [] };
    await fc.asyncModelRun(() => ({ model, real: line }), steps);
    // Without further commands, everything ends.
    expect(await line.run()).toBe(true);
    expectNothingLost(line);
  });
}

it('the worker does what the model says, whatever is received, lost, repeated, crashed and retried', async () => {
  await fc.assert(
    obeysTheModel(() => new Line()),
    { numRuns: 100 },
  );
});

/** Limits of docs/reliability.md: an item counts as lost after two minutes, or five after a redrive, and a redrive runs each minute. */
const SETTLED_WITHIN_MS = 361_000;

it('what is lost, repeated or crashed while the endpoint accepts is delivered within six minutes after the last failure', async () => {
  const accepted = fc.record({
    succeeds: fc.constant(true),
    point: fc.constantFrom(...points),
    again: fc.boolean(),
  });
  const commands = fc.commands(
    [
      fc.constant(new Commit()),
      fc.tuple(fc.nat(20), accepted).map(([which, what]) => new Receive(which, what)),
      fc.nat(20).map((which) => new Lose(which)),
      seconds.map((passed) => new Pass(passed)),
      fc.constant(new Redrive()),
    ],
    { maxCommands: 60, size: 'max' },
  );
  let longestMs = 0;
  await fc.assert(
    fc.asyncProperty(commands, async (steps) => {
      const line = new Line();
      globalThis.atCrashPoint = undefined;
      const model: Model = { nowMs: START_MS, items: [] };
      await fc.asyncModelRun(() => ({ model, real: line }), steps);
      const endedMs = line.clock.ms;
      const isOpen = model.items.some(({ status }) => status === 'PENDING');
      expect(await line.run()).toBe(true);
      expectNothingLost(line);
      if (isOpen) longestMs = Math.max(longestMs, line.clock.ms - endedMs);
      expect(longestMs).toBeLessThanOrEqual(SETTLED_WITHIN_MS);
    }),
    { numRuns: 100 },
  );
  // A bound that nothing comes near would prove nothing.
  expect(longestMs).toBeGreaterThan(SETTLED_WITHIN_MS / 3);
});

it.each<[string, (line: Line) => void]>([
  [
    'takes a lease that another holds',
    ({ store }) => {
      const claim = store.acquireLease.bind(store);
      store.acquireLease = (asked) => claim({ ...asked, nowMs: asked.nowMs + 30_000 });
    },
  ],
  [
    'releases the next one too early',
    ({ store }) => {
      store.readAdjacent = async () => undefined;
    },
  ],
  [
    'forgets an outcome',
    ({ store }) => {
      store.save = async () => ({ saved: true });
    },
  ],
])('a worker that %s is detected', async (_, spoil) => {
  const details = await fc.check(
    obeysTheModel(() => {
      const line = new Line();
      spoil(line);
      return line;
    }),
    { numRuns: 200, seed: 1, endOnFailure: true },
  );
  expect(details.failed).toBe(true);
});
