import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { readAddresses } from '#shared/partners/allowed-addresses/repository';
import { contract } from './contract';

export const handler = partnerEndpoint(contract, async ({ caller }) => {
  const { allowedCidrs = null } = (await readAddresses(caller)) ?? {};
  return { data: { keyId: caller.keyId, allowedAddresses: allowedCidrs } };
});
