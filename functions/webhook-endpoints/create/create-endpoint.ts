import { tooManyWebhookEndpoints } from '#shared/api/problems';
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { idempotent } from '#shared/http/idempotency/idempotent-operation';
import { MAX_ENDPOINTS } from '#shared/webhooks/domain/endpoints';
import { newEndpointItem } from '#shared/webhooks/endpoints/item';
import { insertEndpoint } from '#shared/webhooks/endpoints/repository';
import { parseTarget } from '#shared/webhooks/endpoints/requested-target';
import { chosenEvents } from '#shared/webhooks/settings/change-settings';
import { readOwnSettings } from '#shared/webhooks/settings/read-own-settings';
import { toWebhookEndpointResponse } from '#shared/webhooks/settings/response';
import { newSealedSecret } from '#shared/webhooks/settings/rotate-secret';
import { secretResponseSeal } from '#shared/webhooks/settings/secret-encryption';
import { contract } from './contract';

/** Adds a further endpoint. One with a URL has a secret of its own, which is shown in this answer and its replays only. */
export const createEndpoint = idempotent(
  { contract, seal: secretResponseSeal },
  async ({ caller, body, nowMs }, record) => {
    const target = parseTarget(body);
    const { partnerId } = caller;
    const [made, first] = await Promise.all([
      target.url === null ? undefined : newSealedSecret(partnerId, nowMs),
      readOwnSettings(caller),
    ]);
    const secrets = made === undefined ? [] : [made.stored];
    const endpoint = newEndpointItem({ partnerId, ...target, ...chosenEvents(body.eventTypes), secrets }, nowMs);
    const shown = made === undefined ? {} : { secret: made.secret };
    const answer = await record({ ...toWebhookEndpointResponse(endpoint, {}, nowMs), ...shown });
    return retryOnConflict(async (attempt) => {
      const settings = attempt === 1 ? first : await readOwnSettings(caller);
      if (1 + (settings.endpoints?.length ?? 0) >= MAX_ENDPOINTS) throw tooManyWebhookEndpoints(MAX_ENDPOINTS);
      return (await insertEndpoint(settings, endpoint, answer.writes)) ? answer.reply : undefined;
    });
  },
);
