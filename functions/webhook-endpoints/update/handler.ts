import { otherKindOfTarget } from '#shared/api/problems';
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { type Operation, partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { changeEndpoint } from '#shared/webhooks/endpoints/change-endpoint';
import { parseTarget } from '#shared/webhooks/endpoints/parse-target';
import { readHealth } from '#shared/webhooks/endpoints/repository';
import { readOwnEndpoint, toWebhookEndpointResponse } from '#shared/webhooks/endpoints/response';
import { contract } from './contract';

/** Replaces the target and the selected events of an endpoint. After concurrent calls, the values of the last call apply. */
const updateEndpoint: Operation<typeof contract> = async ({ caller, params, body, nowMs }) => {
  const target = parseTarget(body);
  return retryOnConflict(async () => {
    const stored = await readOwnEndpoint(params.id, caller);
    if ((target.eventBusArn === undefined) !== (stored.endpoint.eventBusArn === undefined))
      throw otherKindOfTarget(params.id);
    const [health = {}] = await readHealth([stored.endpoint]);
    const changed = await changeEndpoint(stored, { ...target, eventTypes: body.eventTypes }, nowMs);
    return changed && { data: { ...toWebhookEndpointResponse(changed.endpoint, health, nowMs), ...changed.shown } };
  });
};

export const handler = partnerEndpoint(contract, updateEndpoint);
