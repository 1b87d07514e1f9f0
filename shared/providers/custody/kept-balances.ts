import type { TokenSymbol } from '#shared/domain/money/currency';
import type { Money } from '#shared/domain/money/money';
import type { Blockchain } from '#shared/domain/ramp/blockchain';

/** Reads what stands on addresses. */
export interface BalanceReader {
  /** What stands on an address of a chain, in one token. */
  balanceOf(address: string, blockchain: Blockchain, token: TokenSymbol): Promise<Money<TokenSymbol>>;
}

/** How long a balance is answered without another call, ms. */
export const BALANCE_KEPT_MS = 10_000;
/** Balances that a process keeps at most: some 150 KB. */
const MAX_KEPT = 1000;

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
export function keepBalances(
  reader: BalanceReader,
  cache: BalanceCache,
  now: () => number = () => performance.now(),
): BalanceReader {
  return {
    balanceOf(address, blockchain, token) {
      const name = `${blockchain} ${address} ${token}`;
      const known = cache.get(name);
      if (known !== undefined && known.untilMs > now()) return known.balance;
      const balance = reader.balanceOf(address, blockchain, token);
      const entry = { balance, untilMs: now() + BALANCE_KEPT_MS };
      cache.delete(name);
      cache.set(name, entry);
      forgetOldest(cache);
      balance.catch(() => {
        if (cache.get(name) === entry) cache.delete(name);
      });
      return balance;
    },
  };
}

/** A map keeps the order in which its entries were set. */
function forgetOldest(cache: BalanceCache): void {
  for (const name of cache.keys()) {
    if (cache.size <= MAX_KEPT) return;
    cache.delete(name);
  }
}
