import { describe, expect, it } from 'vitest';
import { newId } from '#shared/values/ids';
import { faultModes, injectedFaultFor, type PlannedAttempt } from '#shared/webhooks/domain/fault-injection';

const attempt = (overrides: Partial<PlannedAttempt> = {}): PlannedAttempt => ({
  id: '01939000-0000-7000-8000-000000000001',
  sequence: 1,
  deliveryRun: 1,
  attemptsMade: 0,
  ...overrides,
});

describe('an injected delivery fault', () => {
  it.each([
    ['NONE', [undefined, undefined, undefined]],
    ['DUPLICATE', ['DUPLICATE', 'DUPLICATE', 'DUPLICATE']],
    ['SLOW', ['SLOW', 'SLOW', 'SLOW']],
    ['FAIL_FAST', ['FAIL_FAST', 'FAIL_FAST', 'FAIL_FAST']],
    ['DELAY', ['DELAY', undefined, 'DELAY']],
    ['DROP_FIRST_ATTEMPT', ['DROP_FIRST_ATTEMPT', undefined, 'DROP_FIRST_ATTEMPT']],
    ['REORDER', ['REORDER', undefined, undefined]],
  ] as const)('%s is injected into the first attempt, the second, and that of the next event: %j', (mode, expected) => {
    const attempts = [attempt(), attempt({ attemptsMade: 1 }), attempt({ sequence: 2 })];
    expect(attempts.map((one) => injectedFaultFor({ mode, rate: 1 }, one))).toEqual(expected);
  });

  it.each(faultModes)('%s is never injected at rate 0', (mode) => {
    for (let count = 0; count < 100; count += 1) {
      expect(injectedFaultFor({ mode, rate: 0 }, attempt({ id: newId(count) }))).toBeUndefined();
    }
  });

  it('is injected at its rate, and into the same attempts every time', () => {
    const ids = Array.from({ length: 4000 }, (_, index) => newId(1_800_000_000_000 + index));
    const met = (id: string) => injectedFaultFor({ mode: 'DUPLICATE', rate: 0.25 }, attempt({ id })) !== undefined;
    const share = ids.filter(met).length / ids.length;
    expect(share).toBeGreaterThan(0.2);
    expect(share).toBeLessThan(0.3);
    expect(ids.map(met)).toEqual(ids.map(met));
  });
});
