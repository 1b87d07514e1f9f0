import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import type { Operation } from '#shared/http/partner-endpoint';
import { readOwnEndpoint } from '#shared/webhooks/endpoints/read-own-endpoint';
import { replaceEndpoint } from '#shared/webhooks/endpoints/repository';
import { readHealth } from '#shared/webhooks/health/repository';
import { assertTargetUrl, changeSettings, chosenEvents } from '#shared/webhooks/settings/change-settings';
import { toWebhookEndpointResponse } from '#shared/webhooks/settings/response';
import type { contract } from './contract';

/** Sets URL and choice of events of an endpoint as a whole: the last call wins. Of the first one it sets the settings. */
export const updateEndpoint: Operation<typeof contract> = async ({ caller, params, body, nowMs }) => {
  assertTargetUrl(body.url);
  return retryOnConflict(async () => {
    const { settings, further } = await readOwnEndpoint(params.id, caller);
    const [health = {}] = await readHealth(caller.partnerId, [further?.id]);
    if (further === undefined) {
      const changed = await changeSettings(caller, body, nowMs);
      return { data: { ...toWebhookEndpointResponse(changed.settings, health, nowMs), ...changed.shown } };
    }
    const { eventTypes: _, ...before } = further;
    const after = { ...before, url: body.url, ...chosenEvents(body.eventTypes) };
    const saved = await replaceEndpoint(settings, further, { after, nowMs });
    return saved && { data: toWebhookEndpointResponse(saved, health, nowMs) };
  });
};
