import { describe, expect, it } from 'vitest';
import { arrivals, percentile } from '#cloud/steps/load';

describe('the load', () => {
  it('begins its transactions at the promised rate, whatever their answers take', () => {
    expect(arrivals(2, 3)).toEqual([0, 500, 1000, 1500, 2000, 2500]);
    expect(arrivals(0.01, 20)).toEqual([0]);
  });

  it.each([
    [[], 0.5, 0],
    [[3, 1, 2], 0.5, 2],
    [Array.from({ length: 100 }, (_, index) => index + 1), 0.99, 100],
    [Array.from({ length: 100 }, (_, index) => index + 1), 1, 100],
  ])('of %j has the percentile %d', (latencies, share, ms) => {
    expect(percentile(latencies, share)).toBe(ms);
  });
});
