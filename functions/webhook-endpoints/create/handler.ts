import { tooManyWebhookEndpoints } from '#shared/api/problems';
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { idempotent } from '#shared/handlers/idempotent-operation';
import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { MAX_ENDPOINTS } from '#shared/webhooks/domain/endpoint';
import { chosenEvents } from '#shared/webhooks/endpoints/change-endpoint';
import { parseTarget } from '#shared/webhooks/endpoints/parse-target';
import { insertEndpoint, newEndpoint } from '#shared/webhooks/endpoints/repository';
import { readDefaultEndpoint, toWebhookEndpointResponse } from '#shared/webhooks/endpoints/response';
import { newSealedSecret } from '#shared/webhooks/endpoints/rotate-secret';
import { secretResponseSeal } from '#shared/webhooks/endpoints/secret-encryption';
import { contract } from './contract';

/** Adds an endpoint. An endpoint with a URL gets its own secret, which only this response and its replayed responses contain. */
const createEndpoint = idempotent({ contract, seal: secretResponseSeal }, async ({ caller, body, nowMs }, record) => {
  const target = parseTarget(body);
  const { partnerId } = caller;
  const [created, first] = await Promise.all([
    target.url === null ? undefined : newSealedSecret(partnerId, nowMs),
    readDefaultEndpoint(caller),
  ]);
  const secrets = created === undefined ? [] : [created.stored];
  const endpoint = newEndpoint({ partnerId, ...target, eventTypes: chosenEvents(body.eventTypes), secrets }, nowMs);
  const shown = created === undefined ? {} : { secret: created.secret };
  const recorded = await record({ ...toWebhookEndpointResponse(endpoint, {}, nowMs), ...shown });
  return retryOnConflict(async (attempt) => {
    const stored = attempt === 1 ? first : await readDefaultEndpoint(caller);
    if (stored.endpointIds.length >= MAX_ENDPOINTS) throw tooManyWebhookEndpoints(MAX_ENDPOINTS);
    return (await insertEndpoint(stored, endpoint, recorded.writes)) ? recorded.reply : undefined;
  });
});

export const handler = partnerEndpoint(contract, createEndpoint);
