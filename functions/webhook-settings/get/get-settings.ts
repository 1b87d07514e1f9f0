import type { Operation } from '#shared/http/partner-endpoint';
import { readOwnSettings } from '#shared/webhooks/settings/read-own-settings';
import { toWebhookSettingsResponse } from '#shared/webhooks/settings/response';
import type { contract } from './contract';

export const getSettings: Operation<typeof contract> = async ({ caller, nowMs }) => ({
  data: toWebhookSettingsResponse(await readOwnSettings(caller), nowMs),
});
