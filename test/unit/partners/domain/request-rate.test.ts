import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allowanceAt,
  latestFullUs,
  type RatePolicy,
  requestCostUs,
  requestsForReads,
  requestsForReplay,
} from '#shared/partners/domain/request-rate';

/** A rate-limit bucket with a clock that tests set. As in the table, its state is the time at which the bucket is full again. */
function bucket(policy: RatePolicy) {
  let fullUs = 0;
  return (nowUs: number) => {
    const allowed = Math.max(fullUs, nowUs) <= latestFullUs(policy, nowUs);
    if (allowed) fullUs = Math.max(fullUs, nowUs) + requestCostUs(policy);
    return allowanceAt(policy, { allowed, fullUs, nowUs });
  };
}

const policy = { perSecond: 50, burst: 100 };

describe('the request rate', () => {
  it('admits a burst of exactly 100 at one instant, and returns what is left', () => {
    const take = bucket(policy);
    const responses = Array.from({ length: 120 }, () => take(1_000_000));
    expect(responses.filter(({ allowed }) => allowed)).toHaveLength(100);
    expect(responses[0]).toEqual({ allowed: true, remaining: 99, waitMs: 20 });
    expect(responses[99]).toEqual({ allowed: true, remaining: 0, waitMs: 2000 });
    expect(responses[100]).toEqual({ allowed: false, remaining: 0, waitMs: 20 });
  });

  it('continues at 50 a second after the burst', () => {
    const take = bucket(policy);
    for (let n = 0; n < 100; n += 1) take(0);
    const later = Array.from({ length: 10_000 }, (_, ms) => take(ms * 1000));
    expect(later.filter(({ allowed }) => allowed)).toHaveLength(499);
  });

  it('never admits more than the burst and the steady rate together, in any window of any traffic', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 300 }),
        fc.array(fc.integer({ min: 0, max: 400_000 }), { minLength: 1, maxLength: 200 }),
        (perSecond, burst, gaps) => {
          const take = bucket({ perSecond, burst });
          const taken: number[] = [];
          let nowUs = 0;
          for (const gap of gaps) {
            nowUs += gap;
            if (take(nowUs).allowed) taken.push(nowUs);
          }
          for (const [first, from] of taken.entries()) {
            const last = taken.length - 1;
            const window = (taken[last] ?? from) - from;
            // Allows 1.5 requests more than the exact limit. The rounding of costs to whole µs adds less than that.
            expect(last - first + 1).toBeLessThanOrEqual(burst + (window * perSecond) / 1_000_000 + 1.5);
          }
        },
      ),
    );
  });
});

describe('heavy requests', () => {
  it.each([
    [0, 0],
    [3, 0],
    [4, 1],
    [1000, 250],
  ])('a replay of %i notifications counts as %i requests more', (sent, requests) => {
    expect(requestsForReplay(sent)).toBe(requests);
  });

  it.each([
    [0, 0],
    [30, 0],
    [30.5, 1],
    [60, 1],
    [61, 2],
    [430, 14],
  ])('%d read units count as %i requests more', (units, requests) => {
    expect(requestsForReads(units)).toBe(requests);
  });
});
