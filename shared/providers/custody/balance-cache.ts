import type { Blockchain } from '#shared/values/chains/blockchain';
import type { TokenSymbol } from '#shared/values/money/currency';
import type { Money } from '#shared/values/money/money';

/** Reads what stands on addresses. */
export interface BalanceReader {
  /** What stands on an address of a chain, in one token. */
  readBalance(address: string, blockchain: Blockchain, token: TokenSymbol): Promise<Money<TokenSymbol>>;
}

/** How long a balance is answered without another call, ms. */
export const BALANCE_TTL_MS = 10_000;
/** Balances that a process keeps at most: some 150 KB. */
const MAX_CACHED_BALANCES = 1000;

/** Balances as they were read last. */
export type BalanceCache = Map<
  string,
  { readonly balance: Promise<Money<TokenSymbol>>; readonly untilMs: number }
>;

/**
 * Keeps balances for some seconds, so that a partner that asks again and again costs the custodian one call each. Requests
 * at the same time share a call; a failed one is not kept.
 *
 * @param now milliseconds that only ever rise
 */
export function cacheBalances(
  reader: BalanceReader,
  cache: BalanceCache,
  now: () => number = () => performance.now(),
): BalanceReader {
  return {
    readBalance(address, blockchain, token) {
      const name = `${blockchain} ${address} ${token}`;
      const known = cache.get(name);
      if (known !== undefined && known.untilMs > now()) return known.balance;
      const balance = reader.readBalance(address, blockchain, token);
      const entry = { balance, untilMs: now() + BALANCE_TTL_MS };
      cache.delete(name);
      cache.set(name, entry);
      evictOldest(cache);
      balance.catch(() => {
        if (cache.get(name) === entry) cache.delete(name);
      });
      return balance;
    },
  };
}

/** A map keeps the order in which its entries were set. */
function evictOldest(cache: BalanceCache): void {
  for (const name of cache.keys()) {
    if (cache.size <= MAX_CACHED_BALANCES) return;
    cache.delete(name);
  }
}
