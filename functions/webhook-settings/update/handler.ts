import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { changeEndpoint } from '#shared/webhooks/endpoints/change-endpoint';
import { assertTargetUrl } from '#shared/webhooks/endpoints/parse-target';
import { readDefaultEndpoint, toWebhookSettingsResponse } from '#shared/webhooks/endpoints/response';
import { contract } from './contract';

export const handler = partnerEndpoint(contract, async ({ caller, body, nowMs }) => {
  if (body.url !== null) assertTargetUrl(body.url);
  return retryOnConflict(async () => {
    const changed = await changeEndpoint(await readDefaultEndpoint(caller), body, nowMs);
    return changed && { data: { ...toWebhookSettingsResponse(changed.endpoint, nowMs), ...changed.shown } };
  });
});
