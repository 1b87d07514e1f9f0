import * as z from 'zod/mini';
import { badRequest } from '#shared/api/problems';
import { boundedCache } from '#shared/platform/bounded-cache';
import { ProviderCallFailed } from '#shared/platform/providers/call';
import { INTERACTIVE_LIMITS, type ProviderClient } from '#shared/platform/providers/client';
import { providerPort } from '#shared/platform/providers/provider-port';
import type { DepositAccount, Transaction } from '#shared/transactions/domain/transaction';
import { type FiatCurrency, fiatCurrencies } from '#shared/values/money/currency';

/** A bank account of the platform that accepts deposits. */
export type PayInAccount = Omit<DepositAccount, 'message'>;

/**
 * Finds the account for deposits in a currency. Returns `undefined` if the stage accepts no deposits in the currency.
 * @throws ProviderCallFailed if the call to the provider fails
 */
export type FindDepositAccount = (currency: FiatCurrency) => Promise<PayInAccount | undefined>;

const beneficiary = 'Partner Ramp Sandbox';

/** Fictitious bank accounts for deposits in the sandbox. */
const sandboxAccounts: Readonly<Record<FiatCurrency, PayInAccount>> = {
  MXN: { country: 'MX', accountIdentifier: '646180110400000007', bankName: 'STP', beneficiary },
  DOP: { country: 'DO', accountIdentifier: '9601234567', bankName: 'Banco Sandbox', beneficiary },
  USD: { country: 'US', accountIdentifier: '900123456789', bankName: 'Sandbox Bank', beneficiary },
  EUR: { country: 'DE', accountIdentifier: 'DE89370400440532013000', bankName: 'Sandbox Bank', beneficiary },
};

const ACCOUNT_TTL_MS = 300_000;

const accountResponse = z.object({
  country: z.string().check(z.regex(/^[A-Z]{2}$/)),
  accountIdentifier: z.string().check(z.regex(/^[A-Z0-9]{4,34}$/)),
  bankName: z.string().check(z.minLength(1), z.maxLength(100)),
  beneficiary: z.optional(z.string().check(z.minLength(1), z.maxLength(140))),
});

/** Reads deposit accounts from the banking provider (docs/providers/banking.openapi.yaml). Caches each for five minutes. */
export function httpDepositAccounts(provider: ProviderClient, now?: () => number): FindDepositAccount {
  const cache = boundedCache<PayInAccount | undefined>({
    maxEntries: fiatCurrencies.length,
    ttlMs: ACCOUNT_TTL_MS,
    now,
  });
  return (currency) =>
    cache.get(currency, () =>
      provider.get(`/deposit-accounts/${currency}`, accountResponse).catch((error: unknown) => {
        if (error instanceof ProviderCallFailed && error.status === 404) return undefined;
        throw error;
      }),
    );
}

const depositAccounts = providerPort<FindDepositAccount>('banking', {
  sandbox: async (currency) => sandboxAccounts[currency],
  http: httpDepositAccounts,
  limits: INTERACTIVE_LIMITS,
  absent: async () => undefined,
});

/**
 * Returns the account for the deposit of a new transaction, with the reference that identifies the transaction.
 * @throws ProviderCallFailed, or Problem if the stage accepts no deposits in the currency
 */
export async function requireDepositAccount(
  currency: FiatCurrency,
  { id, userId }: Pick<Transaction, 'id' | 'userId'>,
): Promise<DepositAccount> {
  const account = await depositAccounts()(currency);
  if (account === undefined)
    throw badRequest(
      'DEPOSIT_BANK_MISSING',
      `Cannot create transaction: No supported banks configured for user with id ${userId}`,
    );
  return { ...account, message: depositReference(id) };
}

/** Builds a reference of 16 characters (to fit a bank's field): `PR` and the random last digits of the transaction id. */
function depositReference(transactionId: string): string {
  return `PR${transactionId.replaceAll('-', '').slice(-14).toUpperCase()}`;
}
