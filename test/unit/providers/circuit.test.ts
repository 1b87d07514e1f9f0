import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCircuitBreaker } from '#shared/platform/providers/circuit-breaker';
import { type ProviderClient, providerClient } from '#shared/platform/providers/client';
import { httpRates } from '#shared/quotes/rates/http';
import { decimalText } from '#shared/values/money/decimal';
import { loopbackProviderForTests } from '#test/support/servers/loopback-provider';

const LIMITS = { attemptTimeoutMs: 5000, budgetMs: 60_000, maxAttempts: 1, maxBytes: 16_384 };
const loopback = loopbackProviderForTests();
let nowMs = 0;
beforeEach(() => {
  nowMs = Date.UTC(2026, 10, 21);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const clock = () => nowMs;
const rateFor = (mid: string, ageMs = 0) => {
  loopback().response = { mid, asOf: new Date(nowMs - ageMs).toISOString() };
};
const rates = (circuit = createCircuitBreaker('rates', clock)) => {
  const connection = { url: loopback().url, apiKey: async () => 'provider-key-0123456789', circuit };
  const source = httpRates(providerClient(connection, LIMITS), { maxAgeMs: 30_000, now: clock });
  return async () => decimalText(await source.midRate('USD', 'MXN', nowMs));
};
const broken = (times: number) => loopback().script.push(...Array.from({ length: times }, () => 'error-500' as const));

const unexpected = async () => {
  throw new Error('Rates are only read');
};

/** A fake rate provider. The test sets the response of each request. */
function heldRates() {
  const held: ((mid: string) => void)[] = [];
  const provider: Pick<ProviderClient, 'get'> = {
    get: (_path, response) =>
      new Promise((resolve) => {
        held.push((mid) => resolve(response.parse({ mid, asOf: new Date(nowMs).toISOString() })));
      }),
  };
  const source = httpRates({ ...provider, post: unexpected }, { maxAgeMs: 30_000, now: clock, patienceMs: 1 });
  return { held, read: async () => decimalText(await source.midRate('USD', 'MXN', nowMs)) };
}

/** Records the metric lines from now on. */
function recordMeasurements(): () => Record<string, unknown>[] {
  vi.stubEnv('LOG_LEVEL', 'error');
  const lines: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
  return () => lines.map((line): Record<string, unknown> => JSON.parse(line)).filter((line) => '_aws' in line);
}

describe('rates', () => {
  it('are read again after five seconds', async () => {
    const read = rates();
    rateFor('18.1');
    expect(await read()).toBe('18.1');
    rateFor('18.2');
    nowMs += 4999;
    expect(await read()).toBe('18.1');
    nowMs += 1;
    expect(await read()).toBe('18.2');
    expect(loopback().seen).toHaveLength(2);
  });

  it('are asked for after four seconds, and no caller waits for the response', async () => {
    const { held, read } = heldRates();
    const first = read();
    held.shift()?.('18.1');
    expect(await first).toBe('18.1');
    nowMs += 3999;
    expect([await read(), held.length]).toEqual(['18.1', 0]);
    nowMs += 1;
    expect([await read(), await read(), held.length]).toEqual(['18.1', '18.1', 1]);
    held.shift()?.('18.2');
    await vi.waitFor(async () => expect(await read()).toBe('18.2'));
    nowMs += 3999;
    expect([await read(), held.length]).toEqual(['18.2', 0]);
  });

  it('may be used up to their maximum age, and no longer, while the provider does not respond', async () => {
    const read = rates();
    rateFor('18.1');
    await read();
    broken(99);
    nowMs += 30_000;
    expect(await read()).toBe('18.1');
    nowMs += 1;
    await expect(read()).rejects.toMatchObject({ name: 'RateUnavailable' });
  });

  it('of the last ten seconds are used while the provider is slow, and its response by those who come later', async () => {
    const { held, read } = heldRates();
    const first = read();
    held.shift()?.('18.1');
    expect(await first).toBe('18.1');

    nowMs += 9999;
    expect([await read(), await read()]).toEqual(['18.1', '18.1']);
    expect(held).toHaveLength(1);
    nowMs += 1;
    // The cached value is too old, so the read waits for the request in progress.
    const later = read();
    held.shift()?.('18.2');
    expect([await later, await read()]).toEqual(['18.2', '18.2']);
    expect(held).toHaveLength(0);
  });

  it.each([
    ['stale', '18.1', 30_001],
    ['from the future', '18.1', -5001],
    ['zero', '0.00', 0],
  ])('that are %s are refused', async (_what, mid, ageMs) => {
    rateFor(mid, ageMs);
    await expect(rates()()).rejects.toMatchObject({ name: 'RateUnavailable' });
  });

  it('are never replaced by an older response', async () => {
    const read = rates();
    rateFor('18.2');
    expect(await read()).toBe('18.2');
    nowMs += 6000;
    rateFor('18.1', 20_000);
    expect(await read()).toBe('18.2');
    broken(1);
    expect(await read()).toBe('18.2');
  });

  it('of one pair are one call for any number of callers', async () => {
    const read = rates();
    rateFor('18.1');
    expect(new Set(await Promise.all(Array.from({ length: 20 }, read)))).toEqual(new Set(['18.1']));
    expect(loopback().seen).toHaveLength(1);
  });

  it('of a currency in itself are 1, without a call', async () => {
    const unreachable = providerClient({ url: 'http://127.0.0.1:9', apiKey: async () => '' }, LIMITS);
    const source = httpRates(unreachable, { maxAgeMs: 1000 });
    expect(decimalText(await source.midRate('USD', 'USD', 0))).toBe('1');
  });
});

describe('a circuit', () => {
  it('opens after five failed calls, waits, allows one trial, and closes or opens again', async () => {
    const measured = recordMeasurements();
    const circuit = createCircuitBreaker('rates', clock);
    const read = rates(circuit);
    rateFor('18.1');
    broken(6);
    for (let call = 1; call <= 5; call += 1) {
      expect(circuit.state()).toBe('closed');
      await expect(read()).rejects.toThrow();
    }
    expect(circuit.state()).toBe('open');
    await expect(read()).rejects.toMatchObject({ cause: { code: 'CIRCUIT_OPEN' } });
    expect(loopback().seen).toHaveLength(5);

    nowMs += 30_000;
    expect(circuit.state()).toBe('half-open');
    await expect(read()).rejects.toMatchObject({ cause: { code: 'FAILING' } });
    expect([circuit.state(), loopback().seen.length]).toEqual(['open', 6]);

    nowMs += 30_000;
    rateFor('18.1');
    expect(await read()).toBe('18.1');
    expect(circuit.state()).toBe('closed');
    const of = (name: string) => measured().filter((line) => name in line);
    expect([of('circuitOpened').length, of('providerCallFailed').length]).toEqual([2, 6]);
    expect(measured().every(({ provider }) => provider === 'rates')).toBe(true);
  });

  it('allows one call at a time during the trial', () => {
    const circuit = createCircuitBreaker('rates', clock);
    for (let call = 1; call <= 5; call += 1) circuit.recordOutcome('failed');
    nowMs += 30_000;
    expect([circuit.allowsCall(), circuit.allowsCall(), circuit.allowsCall()]).toEqual([true, false, false]);
    // A trial request without a reported result expires after 30 s. Then the circuit breaker allows another one.
    nowMs += 30_000;
    expect(circuit.allowsCall()).toBe(true);
    circuit.recordOutcome('responded');
    expect([circuit.allowsCall(), circuit.allowsCall()]).toEqual([true, true]);
  });

  it('stays closed for a provider that refuses, and resets failures with a response', async () => {
    const circuit = createCircuitBreaker('rates', clock);
    const read = rates(circuit);
    loopback().script.push('refuse', 'refuse', 'refuse', 'refuse', 'refuse', 'refuse');
    for (let call = 1; call <= 6; call += 1) await expect(read()).rejects.toThrow();
    expect(circuit.state()).toBe('closed');
    for (let call = 1; call <= 4; call += 1) circuit.recordOutcome('failed');
    circuit.recordOutcome('responded');
    circuit.recordOutcome('failed');
    expect(circuit.state()).toBe('closed');
  });
});
