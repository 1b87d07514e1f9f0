import * as z from 'zod/mini';
import { ProviderCallFailed } from '#shared/providers/http/call';
import { INTERACTIVE_LIMITS, type ProviderConnection, providerClient } from '#shared/providers/http/client';
import { decimalAmount, parseAmount } from '#shared/providers/http/fields';
import { isAddressOn } from '#shared/values/chains/address';
import type { Custody } from './port';

const addressAnswer = z.object({ address: z.string().check(z.minLength(1), z.maxLength(100)) });
const balanceAnswer = z.object({ balance: decimalAmount });

/** The custodian over HTTP; its contract is docs/providers/custody.openapi.yaml. */
export function httpCustody(connection: ProviderConnection): Custody {
  const provider = providerClient(connection, INTERACTIVE_LIMITS);
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
