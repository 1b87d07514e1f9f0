import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { readFurtherEndpoints } from '#shared/webhooks/endpoints/repository';
import { readOwnSettings } from '#shared/webhooks/settings/read-own-settings';
import { toWebhookEndpointResponse } from '#shared/webhooks/settings/response';
import { contract } from './contract';

/** All endpoints of the partner: the first one, then the others in the order of their creation. */
export const handler = partnerEndpoint(contract, async ({ caller, nowMs }) => {
  const settings = await readOwnSettings(caller);
  const endpoints = [settings, ...(await readFurtherEndpoints(settings))];
  const data = endpoints.map((endpoint) => toWebhookEndpointResponse(endpoint, nowMs));
  return { data: { count: data.length, total: data.length, data } };
});
