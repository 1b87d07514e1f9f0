import type { ResponseData } from '#shared/api/response-schemas';
import { readHealth } from '#shared/webhooks/health/repository';
import type { WebhookSettingsItem } from '#shared/webhooks/settings/item';
import { toWebhookEndpointResponse } from '#shared/webhooks/settings/response';
import { readFurtherEndpoints } from './repository';

/** All endpoints of a partner with their health: the first one, then the others in the order of their creation. */
export async function listEndpoints(
  settings: WebhookSettingsItem,
  nowMs: number,
): Promise<ResponseData<'WebhookEndpoint'>[]> {
  const ids = (settings.endpoints ?? []).map(({ id }) => id);
  const [further, [firstHealth = {}, ...health]] = await Promise.all([
    readFurtherEndpoints(settings),
    readHealth(settings.partnerId, [undefined, ...ids]),
  ]);
  const healthById = new Map(ids.map((id, at) => [id, health[at]]));
  return [
    toWebhookEndpointResponse(settings, firstHealth, nowMs),
    ...further.map((endpoint) => toWebhookEndpointResponse(endpoint, healthById.get(endpoint.id) ?? {}, nowMs)),
  ];
}
