import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { readDefaultEndpoint, toWebhookSettingsResponse } from '#shared/webhooks/endpoints/response';
import { contract } from './contract';

export const handler = partnerEndpoint(contract, async ({ caller, nowMs }) => {
  const { endpoint } = await readDefaultEndpoint(caller);
  return { data: toWebhookSettingsResponse(endpoint, nowMs) };
});
