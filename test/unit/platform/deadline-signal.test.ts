import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { deadlineSignal } from '#shared/platform/network/deadline-signal';

const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
};

/** Resolves after `delayMs`, and after the timers with the same delay that were started before. */
const later = (delayMs: number) => new Promise((resolve) => setTimeout(resolve, delayMs));

describe('a time limit, with a signal of the caller', () => {
  it.each([
    ['without one', () => deadlineSignal(50)],
    ['with a signal that no one holds', () => deadlineSignal(50, new AbortController().signal)],
  ])('%s is kept after a collection of garbage', async (_, make) => {
    const reasons: unknown[] = [];
    (() => {
      const signal = make();
      signal.addEventListener('abort', () => reasons.push(signal.reason));
    })();
    for (let round = 0; round < 3; round += 1) {
      await new Promise(setImmediate);
      collectGarbage();
    }
    await later(50);
    expect(reasons).toEqual([expect.objectContaining({ name: 'TimeoutError' })]);
  });

  it('ends with the signal of the caller, before or after this call', () => {
    const caller = new AbortController();
    const early = deadlineSignal(60_000, caller.signal);
    expect(early.aborted).toBe(false);
    caller.abort('enough');
    for (const signal of [early, deadlineSignal(60_000, caller.signal)])
      expect(signal).toMatchObject({ aborted: true, reason: 'enough' });
  });
});
