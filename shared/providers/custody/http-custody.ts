import * as z from 'zod/mini';
import { isAddressOf } from '#shared/domain/ramp/address';
import type { Custody } from '#shared/providers/custody/custody';
import { ProviderCallFailed } from '#shared/providers/http/provider-call';
import { type ProviderConnection, providerClient, WAITED_FOR } from '#shared/providers/http/provider-client';
import { amountOfText, decimalAmount } from '#shared/providers/http/wire';

const addressAnswer = z.object({ address: z.string().check(z.minLength(1), z.maxLength(100)) });
const balanceAnswer = z.object({ balance: decimalAmount });

/** The custodian behind the contract in docs/providers/custody.openapi.yaml. */
export function httpCustody(connection: ProviderConnection): Custody {
  const provider = providerClient(connection, WAITED_FOR);
  return {
    async depositAddressFor(transactionId, blockchain) {
      const { address } = await provider.post('/deposit-addresses', {
        // Asked again, it is the same off-ramp's address.
        key: transactionId,
        body: { transactionId, blockchain },
        answer: addressAnswer,
      });
      // Tokens sent to a wrong address are lost: one that does not even have the form is nobody's.
      if (!isAddressOf(blockchain, address, 'production')) throw new ProviderCallFailed('UNREADABLE');
      return address;
    },
    async balanceOf(address, blockchain, token) {
      const path = `/addresses/${blockchain}/${encodeURIComponent(address)}/balances/${token}`;
      const { balance } = await provider.get(path, balanceAnswer);
      return amountOfText(balance, token);
    },
  };
}
