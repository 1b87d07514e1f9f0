import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { readFurtherEndpoints } from '#shared/webhooks/endpoints/repository';
import { readHealth } from '#shared/webhooks/health/repository';
import { readOwnSettings } from '#shared/webhooks/settings/read-own-settings';
import { toWebhookEndpointResponse } from '#shared/webhooks/settings/response';
import { contract } from './contract';

/** All endpoints of the partner: the first one, then the others in the order of their creation. */
export const handler = partnerEndpoint(contract, async ({ caller, nowMs }) => {
  const settings = await readOwnSettings(caller);
  const [further, [firstHealth = {}, ...health]] = await Promise.all([
    readFurtherEndpoints(settings),
    readHealth(caller.partnerId, [undefined, ...(settings.endpoints ?? []).map(({ id }) => id)]),
  ]);
  const healthById = new Map((settings.endpoints ?? []).map(({ id }, at) => [id, health[at]]));
  const data = [
    toWebhookEndpointResponse(settings, firstHealth, nowMs),
    ...further.map((endpoint) => toWebhookEndpointResponse(endpoint, healthById.get(endpoint.id) ?? {}, nowMs)),
  ];
  return { data: { count: data.length, total: data.length, data } };
});
