import { boundedCache } from '#shared/platform/bounded-cache';
import type { TokenSymbol } from '#shared/values/money/currency';
import type { Money } from '#shared/values/money/money';
import type { BalanceReader } from './port';

/** Lifetime of a cached balance, ms. */
export const BALANCE_TTL_MS = 10_000;
/** Most balances that a process caches: some 150 KB. */
const MAX_CACHED_BALANCES = 1000;

/**
 * Caches balances for some seconds, so that a partner that asks again and again costs the custodian one call each.
 *
 * @param now milliseconds that only ever rise
 */
export function withBalanceCache(reader: BalanceReader, now?: () => number): BalanceReader {
  const cache = boundedCache<Money<TokenSymbol>>({ maxEntries: MAX_CACHED_BALANCES, ttlMs: BALANCE_TTL_MS, now });
  return {
    readBalance: (address, blockchain, token) =>
      cache.get(`${blockchain} ${address} ${token}`, () => reader.readBalance(address, blockchain, token)),
  };
}
