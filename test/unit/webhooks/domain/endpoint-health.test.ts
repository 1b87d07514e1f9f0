import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type EndpointHealth,
  HEALTH_INTERVAL_MS,
  type HealthSample,
  healthAfter,
  healthStatus,
} from '#shared/webhooks/domain/endpoint-health';

const START_MS = Date.parse('2026-01-15T12:00:00.000Z');
const at = (ms: number) => new Date(START_MS + ms).toISOString();
const failure = (ms: number, error = 'HTTP 500'): HealthSample => ({ error, atMs: START_MS + ms });
const success = (ms: number): HealthSample => ({ error: null, atMs: START_MS + ms });
/** Returns the health after the samples. `healthAfter` returns `undefined` if a sample requires no write. */
const after = (...samples: readonly HealthSample[]) =>
  samples.reduce<EndpointHealth>((health, sample) => healthAfter(health, sample) ?? health, {});

it('is unknown before an attempt', () => expect(healthStatus({})).toBe('UNKNOWN'));

it('says since when an endpoint fails, and forgets it with a success', () => {
  const failing = after(success(0), failure(1), failure(2, 'HTTP 503'), failure(70_000, 'HTTP 503'));
  expect(failing).toEqual({
    ...{ lastSuccessAt: at(0), failingSince: at(1), lastFailureAt: at(70_000), lastError: 'HTTP 503' },
  });
  expect(healthStatus(failing)).toBe('FAILING');
  const well = after(failure(0), success(5));
  expect(well).toEqual({ lastFailureAt: at(0), lastError: 'HTTP 500', lastSuccessAt: at(5) });
  expect(healthStatus(well)).toBe('HEALTHY');
});

it('is news once a minute while it stays, at once when it changes, and never from an older attempt', () => {
  const healthy = after(success(0));
  expect(healthAfter(healthy, success(HEALTH_INTERVAL_MS - 1))).toBeUndefined();
  expect(healthAfter(healthy, success(HEALTH_INTERVAL_MS))).toBeDefined();
  expect(healthAfter(healthy, failure(1))).toBeDefined();
  expect(healthAfter(healthy, failure(-1))).toBeUndefined();
});

it('has the status of the newest attempt, and is a minute behind at most', () => {
  const sample = fc.record({ error: fc.constantFrom(null, 'HTTP 500'), atMs: fc.nat(600_000) });
  fc.assert(
    fc.property(fc.array(sample, { minLength: 1 }), (unordered) => {
      const samples = unordered.toSorted((a, b) => a.atMs - b.atMs);
      const health = after(...samples);
      const newest = samples.at(-1);
      expect(healthStatus(health)).toBe(newest?.error === null ? 'HEALTHY' : 'FAILING');
      const known = newest?.error === null ? health.lastSuccessAt : health.lastFailureAt;
      expect((newest?.atMs ?? 0) - Date.parse(known ?? '')).toBeLessThan(HEALTH_INTERVAL_MS);
    }),
  );
});
