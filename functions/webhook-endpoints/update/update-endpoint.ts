import { otherKindOfTarget } from '#shared/api/problems';
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import type { Operation } from '#shared/http/partner-endpoint';
import { readOwnEndpoint } from '#shared/webhooks/endpoints/read-own-endpoint';
import { replaceEndpoint } from '#shared/webhooks/endpoints/repository';
import { parseTarget } from '#shared/webhooks/endpoints/requested-target';
import { readHealth } from '#shared/webhooks/health/repository';
import { changeSettings, chosenEvents } from '#shared/webhooks/settings/change-settings';
import { toWebhookEndpointResponse } from '#shared/webhooks/settings/response';
import type { contract } from './contract';

/** Sets target and choice of events of an endpoint as a whole: the last call wins. Of the first one it sets the settings. */
export const updateEndpoint: Operation<typeof contract> = async ({ caller, params, body, nowMs }) => {
  const target = parseTarget(body);
  return retryOnConflict(async () => {
    const { settings, further } = await readOwnEndpoint(params.id, caller);
    if ((target.eventBusArn === undefined) !== (further?.eventBusArn === undefined)) throw otherKindOfTarget();
    const [health = {}] = await readHealth(caller.partnerId, [further?.id]);
    if (further === undefined) {
      const changed = await changeSettings(caller, { url: target.url, eventTypes: body.eventTypes }, nowMs);
      return { data: { ...toWebhookEndpointResponse(changed.settings, health, nowMs), ...changed.shown } };
    }
    const { eventTypes: _, ...before } = further;
    const after = { ...before, ...target, ...chosenEvents(body.eventTypes) };
    const saved = await replaceEndpoint(settings, further, { after, nowMs });
    return saved && { data: toWebhookEndpointResponse(saved, health, nowMs) };
  });
};
