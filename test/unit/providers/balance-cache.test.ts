import { describe, expect, it } from 'vitest';
import { circuitBreakerFor } from '#shared/platform/providers/circuit-breaker';
import { BALANCE_TTL_MS, withBalanceCache } from '#shared/providers/custody/http';
import type { BalanceReader } from '#shared/providers/custody/port';
import { money } from '#shared/values/money/money';

function world() {
  const state = { nowMs: 0, calls: 0, fails: false };
  const custodian: BalanceReader = {
    async readBalance(_address, _blockchain, token) {
      state.calls += 1;
      if (state.fails) throw new Error('no');
      return money(BigInt(state.calls), token);
    },
  };
  const reader = withBalanceCache(custodian, () => state.nowMs);
  return { state, ask: (address = 'a') => reader.readBalance(address, 'POL', 'USDC') };
}

describe('a balance', () => {
  it('is read once in an interval, for any number of callers', async () => {
    const { state, ask } = world();
    await Promise.all(Array.from({ length: 20 }, () => ask()));
    state.nowMs = BALANCE_TTL_MS - 1;
    expect(await ask()).toEqual(money(1n, 'USDC'));
    expect(state.calls).toBe(1);
    state.nowMs = BALANCE_TTL_MS;
    expect(await ask()).toEqual(money(2n, 'USDC'));
    expect(await ask('b')).toEqual(money(3n, 'USDC'));
  });

  it('that could not be read is read at the next request', async () => {
    const { state, ask } = world();
    state.fails = true;
    await expect(ask()).rejects.toThrow('no');
    state.fails = false;
    expect(await ask()).toEqual(money(2n, 'USDC'));
  });

  it('is dropped when the cache is full', async () => {
    const { state, ask } = world();
    for (let index = 0; index <= 1000; index += 1) await ask(`address-${index}`);
    await ask('address-1000');
    expect(state.calls).toBe(1001);
    await ask('address-0');
    expect(state.calls).toBe(1002);
  });
});

it('balances that fail do not stop the calls for deposit addresses', () => {
  const balances = circuitBreakerFor('custody', 'balances');
  for (let failure = 0; failure < 5; failure += 1) balances.recordOutcome('failed');
  expect(balances.state()).toBe('open');
  expect(circuitBreakerFor('custody').state()).toBe('closed');
  balances.recordOutcome('responded');
});
