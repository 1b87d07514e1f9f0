import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { changeSettings } from '#shared/webhooks/settings/change-settings';
import { toWebhookSettingsResponse } from '#shared/webhooks/settings/response';
import { contract } from './contract';

export const handler = partnerEndpoint(contract, async ({ caller, body, nowMs }) => {
  const { settings, shown } = await changeSettings(caller, body, nowMs);
  return { data: { ...toWebhookSettingsResponse(settings, nowMs), ...shown } };
});
