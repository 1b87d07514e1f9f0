import * as z from 'zod/mini';
import type { FiatCurrency } from '#shared/domain/money/currency';
import { ProviderCallFailed } from '#shared/providers/http/provider-call';
import { type ProviderConnection, providerClient, WAITED_FOR } from '#shared/providers/http/provider-client';
import type { PayInAccount } from '#shared/providers/pay-in/deposit-accounts';

/** How long an account is taken for the one to pay into. */
const KEPT_MS = 300_000;

const accountAnswer = z.object({
  country: z.string().check(z.regex(/^[A-Z]{2}$/)),
  accountIdentifier: z.string().check(z.regex(/^[A-Z0-9]{4,34}$/)),
  bankName: z.string().check(z.minLength(1), z.maxLength(100)),
});

export interface DepositAccounts {
  /** The account that deposits of a currency are paid into; `undefined` when the provider has none. */
  accountFor(currency: FiatCurrency): Promise<PayInAccount | undefined>;
}

/** Deposit accounts of the banking provider (docs/providers/banking.openapi.yaml), each kept for five minutes. */
export function httpDepositAccounts(
  connection: ProviderConnection,
  now: () => number = () => performance.now(),
): DepositAccounts {
  const provider = providerClient(connection, WAITED_FOR);
  const kept = new Map<
    FiatCurrency,
    { readonly account: PayInAccount | undefined; readonly untilMs: number }
  >();
  return {
    async accountFor(currency) {
      const known = kept.get(currency);
      if (known !== undefined && known.untilMs > now()) return known.account;
      const account = await provider
        .get(`/deposit-accounts/${currency}`, accountAnswer)
        .catch((error: unknown) => {
          if (error instanceof ProviderCallFailed && error.status === 404) return undefined;
          throw error;
        });
      kept.set(currency, { account, untilMs: now() + KEPT_MS });
      return account;
    },
  };
}
