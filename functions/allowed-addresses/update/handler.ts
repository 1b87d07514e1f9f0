import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { contract } from './contract';
import { narrowAddresses } from './narrow-addresses';

export const handler = partnerEndpoint(contract, async ({ caller, body, sourceIp, nowMs }) => {
  const cidrs = [...new Set(body.allowedAddresses)];
  await narrowAddresses(caller, cidrs, { address: sourceIp, atMs: nowMs });
  return { data: { keyId: caller.keyId, allowedAddresses: cidrs } };
});
