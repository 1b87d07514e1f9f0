import type { EndpointHealth } from '#shared/webhooks/domain/endpoint-health';
import { readHealth } from '#shared/webhooks/health/repository';
import type { WebhookSettingsItem } from '#shared/webhooks/settings/item';
import type { WebhookEndpointItem } from './item';
import { readFurtherEndpoints } from './repository';

export interface EndpointWithHealth {
  readonly endpoint: WebhookSettingsItem | WebhookEndpointItem;
  readonly health: EndpointHealth;
}

/** All endpoints of a partner with their health: the first one, then the others in the order of their creation. */
export async function listEndpoints(settings: WebhookSettingsItem): Promise<EndpointWithHealth[]> {
  const ids = (settings.endpoints ?? []).map(({ id }) => id);
  const [further, [firstHealth = {}, ...health]] = await Promise.all([
    readFurtherEndpoints(settings),
    readHealth(settings.partnerId, [undefined, ...ids]),
  ]);
  const healthById = new Map(ids.map((id, at) => [id, health[at]]));
  return [
    { endpoint: settings, health: firstHealth },
    ...further.map((endpoint) => ({ endpoint, health: healthById.get(endpoint.id) ?? {} })),
  ];
}
