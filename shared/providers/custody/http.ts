import * as z from 'zod/mini';
import { ProviderCallFailed } from '#shared/providers/http/call';
import { INTERACTIVE_LIMITS, type ProviderClient } from '#shared/providers/http/client';
import { decimalAmount, parseAmount } from '#shared/providers/http/fields';
import { providerPort } from '#shared/providers/http/provider-port';
import { isAddressOn } from '#shared/values/chains/address';
import { withBalanceCache } from './balance-cache';
import type { BalanceReader, BalanceReaderFor, Custody } from './port';
import { sandboxBalances, sandboxCustody } from './sandbox';

const addressAnswer = z.object({ address: z.string().check(z.minLength(1), z.maxLength(100)) });
const balanceAnswer = z.object({ balance: decimalAmount });

/** The custodian over HTTP; its contract is docs/providers/custody.openapi.yaml. */
export function httpCustody(provider: ProviderClient): Custody & BalanceReader {
  return {
    async depositAddressFor(transactionId, blockchain) {
      const { address } = await provider.post('/deposit-addresses', {
        // A repeated request returns the same off-ramp's address.
        key: transactionId,
        body: { transactionId, blockchain },
        answer: addressAnswer,
      });
      // Tokens sent to a wrong address are lost, so a malformed address is refused.
      if (!isAddressOn(blockchain, address, 'production')) throw new ProviderCallFailed('UNREADABLE');
      return address;
    },
    async readBalance(address, blockchain, token) {
      const path = `/addresses/${blockchain}/${encodeURIComponent(address)}/balances/${token}`;
      const { balance } = await provider.get(path, balanceAnswer);
      return parseAmount(balance, token);
    },
  };
}

export const custody = providerPort<Custody>('custody', {
  sandbox: sandboxCustody,
  http: httpCustody,
  limits: INTERACTIVE_LIMITS,
});

/** Balances have a circuit of their own: a custodian that fails to read them can still give deposit addresses. */
export const balanceReader = providerPort<BalanceReaderFor>('custody', {
  use: 'balances',
  sandbox: sandboxBalances,
  http: (provider) => {
    const reader = withBalanceCache(httpCustody(provider));
    return async () => reader;
  },
  limits: INTERACTIVE_LIMITS,
});
