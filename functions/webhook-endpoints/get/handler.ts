import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { readHealth } from '#shared/webhooks/endpoints/repository';
import { readOwnEndpoint, toWebhookEndpointResponse } from '#shared/webhooks/endpoints/response';
import { contract } from './contract';

export const handler = partnerEndpoint(contract, async ({ caller, params, nowMs }) => {
  const { endpoint } = await readOwnEndpoint(params.id, caller);
  const [health = {}] = await readHealth([endpoint]);
  return { data: toWebhookEndpointResponse(endpoint, health, nowMs) };
});
