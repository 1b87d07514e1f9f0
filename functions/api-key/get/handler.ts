import { invalidApiKey } from '#shared/api/problems';
import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { findApiKey } from '#shared/partners/api-keys/records/repository';
import { toApiKeyResponse } from '#shared/partners/api-keys/response';
import { contract } from './contract';

export const handler = partnerEndpoint(contract, async ({ caller, nowMs }) => {
  const key = await findApiKey(caller.partnerId, caller.keyId);
  if (key === undefined) throw invalidApiKey();
  return { data: toApiKeyResponse(key, nowMs) };
});
