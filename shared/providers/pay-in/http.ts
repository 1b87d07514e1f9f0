import * as z from 'zod/mini';
import { boundedCache } from '#shared/platform/bounded-cache';
import { ProviderCallFailed } from '#shared/providers/http/call';
import { INTERACTIVE_LIMITS, type ProviderConnection, providerClient } from '#shared/providers/http/client';
import type { DepositAccount } from '#shared/transactions/domain/transaction';
import { type FiatCurrency, fiatCurrencies } from '#shared/values/money/currency';

/** Lifetime of a cached account. */
const ACCOUNT_TTL_MS = 300_000;

const accountAnswer = z.object({
  country: z.string().check(z.regex(/^[A-Z]{2}$/)),
  accountIdentifier: z.string().check(z.regex(/^[A-Z0-9]{4,34}$/)),
  bankName: z.string().check(z.minLength(1), z.maxLength(100)),
  beneficiary: z.optional(z.string().check(z.minLength(1), z.maxLength(140))),
});

/** An account of ours at a bank. */
export type PayInAccount = Omit<DepositAccount, 'message'>;

/**
 * Makes the reader of the banking provider's deposit accounts (docs/providers/banking.openapi.yaml), each kept for five
 * minutes. It returns `undefined` when the provider has none for a currency.
 */
export function httpDepositAccounts(now?: () => number) {
  const cache = boundedCache<PayInAccount | undefined>({
    maxEntries: fiatCurrencies.length,
    ttlMs: ACCOUNT_TTL_MS,
    now,
  });
  return (connection: ProviderConnection, currency: FiatCurrency) =>
    cache.get(`${connection.url} ${currency}`, () =>
      providerClient(connection, INTERACTIVE_LIMITS)
        .get(`/deposit-accounts/${currency}`, accountAnswer)
        .catch((error: unknown) => {
          if (error instanceof ProviderCallFailed && error.status === 404) return undefined;
          throw error;
        }),
    );
}
