import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { listEndpoints } from '#shared/webhooks/endpoints/repository';
import { readDefaultEndpoint, toWebhookEndpointResponse } from '#shared/webhooks/endpoints/response';
import { contract } from './contract';

export const handler = partnerEndpoint(contract, async ({ caller, nowMs }) => {
  const endpoints = await listEndpoints(await readDefaultEndpoint(caller));
  const data = endpoints.map(({ endpoint, health }) => toWebhookEndpointResponse(endpoint, health, nowMs));
  return { data: { count: data.length, total: data.length, data } };
});
