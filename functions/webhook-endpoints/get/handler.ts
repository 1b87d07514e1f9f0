import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { readOwnEndpoint } from '#shared/webhooks/endpoints/read-own-endpoint';
import { readHealth } from '#shared/webhooks/health/repository';
import { toWebhookEndpointResponse } from '#shared/webhooks/settings/response';
import { contract } from './contract';

export const handler = partnerEndpoint(contract, async ({ caller, params, nowMs }) => {
  const { settings, further } = await readOwnEndpoint(params.id, caller);
  const [health = {}] = await readHealth(caller.partnerId, [further?.id]);
  return { data: toWebhookEndpointResponse(further ?? settings, health, nowMs) };
});
