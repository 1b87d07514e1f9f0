import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { listEndpoints } from '#shared/webhooks/endpoints/list-endpoints';
import { readOwnSettings } from '#shared/webhooks/settings/read-own-settings';
import { toWebhookEndpointResponse } from '#shared/webhooks/settings/response';
import { contract } from './contract';

export const handler = partnerEndpoint(contract, async ({ caller, nowMs }) => {
  const endpoints = await listEndpoints(await readOwnSettings(caller));
  const data = endpoints.map(({ endpoint, health }) => toWebhookEndpointResponse(endpoint, health, nowMs));
  return { data: { count: data.length, total: data.length, data } };
});
