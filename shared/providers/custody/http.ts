import * as z from 'zod/mini';
import { boundedCache } from '#shared/platform/bounded-cache';
import { ProviderCallFailed } from '#shared/platform/providers/call';
import { decimalAmount, INTERACTIVE_LIMITS, type ProviderClient, parseAmount } from '#shared/platform/providers/client';
import { providerPort } from '#shared/platform/providers/provider-port';
import { isAddressOn } from '#shared/values/chains/address';
import type { TokenSymbol } from '#shared/values/money/currency';
import type { Money } from '#shared/values/money/money';
import type { BalanceReader, BalanceReaderFor, Custody } from './port';
import { sandboxBalances, sandboxCustody } from './sandbox';

/** Lifetime of a cached balance, ms. */
export const BALANCE_TTL_MS = 10_000;
/** Maximum number of cached balances in a process: about 150 KB. */
const MAX_CACHED_BALANCES = 1000;

/**
 * Caches balances, so that a partner's repeated requests for a balance cause only one call to the custodian.
 * @param now monotonic clock, in ms
 */
export function withBalanceCache(reader: BalanceReader, now?: () => number): BalanceReader {
  const cache = boundedCache<Money<TokenSymbol>>({ maxEntries: MAX_CACHED_BALANCES, ttlMs: BALANCE_TTL_MS, now });
  return {
    readBalance: (address, blockchain, token) =>
      cache.get(`${blockchain} ${address} ${token}`, () => reader.readBalance(address, blockchain, token)),
  };
}

const addressResponse = z.object({ address: z.string().check(z.minLength(1), z.maxLength(100)) });
const balanceResponse = z.object({ balance: decimalAmount });

/** Custodian over HTTP. API contract: docs/providers/custody.openapi.yaml. */
export function httpCustody(provider: ProviderClient): Custody & BalanceReader {
  return {
    async depositAddressFor(transactionId, blockchain) {
      const { address } = await provider.post('/deposit-addresses', {
        // The custodian returns the same address for a repeated request.
        key: transactionId,
        body: { transactionId, blockchain },
        response: addressResponse,
      });
      // Refuse a malformed address: tokens sent to a wrong address are lost.
      if (!isAddressOn(blockchain, address, 'production')) throw new ProviderCallFailed('UNREADABLE');
      return address;
    },
    async readBalance(address, blockchain, token) {
      const path = `/addresses/${blockchain}/${encodeURIComponent(address)}/balances/${token}`;
      const { balance } = await provider.get(path, balanceResponse);
      return parseAmount(balance, token);
    },
  };
}

export const custody = providerPort<Custody>('custody', {
  sandbox: sandboxCustody,
  http: httpCustody,
  limits: INTERACTIVE_LIMITS,
});

/** Balances have a separate circuit breaker: if balance calls fail, the custodian can still create deposit addresses. */
export const balanceReader = providerPort<BalanceReaderFor>('custody', {
  use: 'balances',
  sandbox: sandboxBalances,
  http: (provider) => {
    const reader = withBalanceCache(httpCustody(provider));
    return async () => reader;
  },
  limits: INTERACTIVE_LIMITS,
});
