import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { admitCall, MAX_RETRY_CALLS, RETRY_WINDOW_MS } from '#shared/partners/domain/manual-retry-rate';

const NOW = 1_800_000_000_000;

describe('the rate of manual retries', () => {
  it('admits ten, then says when the first of them is out of the window', () => {
    const ten = Array.from({ length: 10 }, (_, index) => NOW - 59_000 + index * 1000);
    expect(admitCall(ten.slice(1), NOW)).toEqual({ admitted: true, calls: [...ten.slice(1), NOW] });
    expect(admitCall(ten, NOW)).toEqual({ admitted: false, retryAfterS: 1 });
    expect(admitCall(ten, NOW - 30_500)).toEqual({ admitted: false, retryAfterS: 32 });
    expect(admitCall(ten, NOW + 1000)).toMatchObject({ admitted: true });
  });

  it('is not delayed by calls that a faster clock has counted', () => {
    expect(admitCall(Array(10).fill(NOW + 86_400_000), NOW)).toEqual({ admitted: true, calls: [NOW] });
  });

  it('asks for no wait longer than the window, though calls that began later were counted first', () => {
    expect(admitCall(Array(10).fill(NOW + 40), NOW)).toEqual({ admitted: false, retryAfterS: 60 });
  });

  it('never admits more than ten in any sixty seconds, and admits a caller that waits as long as it was told', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 15_000 }), { maxLength: 200 }), (gaps) => {
        const admitted: number[] = [];
        let [calls, atMs]: [readonly number[], number] = [[], NOW];
        for (const gap of gaps) {
          atMs += gap;
          const response = admitCall(calls, atMs);
          if (response.admitted) {
            admitted.push(atMs);
            calls = response.calls;
          } else {
            expect(admitCall(calls, atMs + response.retryAfterS * 1000).admitted).toBe(true);
          }
        }
        for (const [index, startMs] of admitted.entries()) {
          const within = admitted.slice(index).filter((callMs) => callMs < startMs + RETRY_WINDOW_MS);
          expect(within.length).toBeLessThanOrEqual(MAX_RETRY_CALLS);
        }
      }),
    );
  });
});
