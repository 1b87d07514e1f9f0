import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { readOwnSettings } from '#shared/webhooks/settings/read-own-settings';
import { toWebhookSettingsResponse } from '#shared/webhooks/settings/response';
import { contract } from './contract';

export const handler = partnerEndpoint(contract, async ({ caller, nowMs }) => ({
  data: toWebhookSettingsResponse(await readOwnSettings(caller), nowMs),
}));
