import { defineDocs } from '#shared/http/docs';
import { allowedAddresses } from '#shared/partners/allowed-addresses/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['allowedAddresses.get', 'Reads from where your key may be used.'],
  description:
    'Returns the ranges of addresses that the key of this call may be used from, as they are set now. They are null where it may be used from anywhere.',
  example: { data: allowedAddresses },
});
