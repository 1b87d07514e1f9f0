import { readHealth } from '#shared/webhooks/health/repository';
import { readAdditionalEndpoints, type StoredEndpoint } from './repository';

/** Lists the endpoints of the default one's partner with their health: itself, then the others in the order of their creation. */
export async function listEndpoints(stored: StoredEndpoint) {
  const { partnerId } = stored.endpoint;
  const named = stored.endpointIds.map((id, position) => ({ id, partnerId, isDefault: position === 0 }));
  const [additional, health] = await Promise.all([readAdditionalEndpoints(stored), readHealth(named)]);
  const healthById = new Map(stored.endpointIds.map((id, position) => [id, health[position]]));
  return [stored.endpoint, ...additional].map((endpoint) => ({ endpoint, health: healthById.get(endpoint.id) ?? {} }));
}
