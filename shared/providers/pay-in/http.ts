import * as z from 'zod/mini';
import { boundedCache } from '#shared/platform/bounded-cache';
import { ProviderCallFailed } from '#shared/providers/http/call';
import { INTERACTIVE_LIMITS, type ProviderConnection, providerClient } from '#shared/providers/http/client';
import { type FiatCurrency, fiatCurrencies } from '#shared/values/money/currency';
import type { DepositAccounts, PayInAccount } from './port';

/** How long an account is cached. */
const ACCOUNT_TTL_MS = 300_000;

const accountAnswer = z.object({
  country: z.string().check(z.regex(/^[A-Z]{2}$/)),
  accountIdentifier: z.string().check(z.regex(/^[A-Z0-9]{4,34}$/)),
  bankName: z.string().check(z.minLength(1), z.maxLength(100)),
});

/** Deposit accounts of the banking provider (docs/providers/banking.openapi.yaml), each kept for five minutes. */
export function httpDepositAccounts(connection: ProviderConnection, now?: () => number): DepositAccounts {
  const provider = providerClient(connection, INTERACTIVE_LIMITS);
  const cache = boundedCache<PayInAccount | undefined>({
    maxEntries: fiatCurrencies.length,
    ttlMs: ACCOUNT_TTL_MS,
    now,
  });
  const readAccount = (currency: FiatCurrency) =>
    provider.get(`/deposit-accounts/${currency}`, accountAnswer).catch((error: unknown) => {
      if (error instanceof ProviderCallFailed && error.status === 404) return undefined;
      throw error;
    });
  return { accountFor: (currency) => cache.get(currency, () => readAccount(currency)) };
}
