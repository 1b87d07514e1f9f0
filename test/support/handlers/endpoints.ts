import { expect } from 'vitest';
import { newWebhookSecret } from '#shared/http/signature';
import type { Endpoint } from '#shared/webhooks/domain/endpoint';
import type { EventName } from '#shared/webhooks/domain/events';
import {
  findEndpoint,
  insertEndpoint,
  type NewEndpoint,
  newEndpoint,
  removeEndpoint,
} from '#shared/webhooks/endpoints/repository';
import { readDefaultEndpoint, requireOwnEndpoint } from '#shared/webhooks/endpoints/response';
import { sealSecret } from '#shared/webhooks/endpoints/secret-encryption';
import { WEBHOOK_KEY_ID } from './environment';
import type { World } from './world';

export const ADDITIONAL_URL = 'https://additional.example.com/hooks';

/** ARN in another account and Region than the service. */
export const EVENT_BUS_ARN = 'arn:aws:events:eu-west-1:222233334444:event-bus/payments';

/** Stores an additional endpoint with an event bus. */
export function storeBusEndpoint(world: World): Promise<Endpoint> {
  return insert(world, { url: null, eventBusArn: EVENT_BUS_ARN, secrets: [] });
}

/** Stores an additional endpoint with an encrypted secret. */
export async function storeEndpoint(
  world: World,
  { url = ADDITIONAL_URL, eventTypes }: { readonly url?: string; readonly eventTypes?: EventName[] } = {},
): Promise<{ readonly endpoint: Endpoint; readonly secret: string }> {
  const secret = newWebhookSecret();
  const { id } = world.partner;
  const sealed = await world.withVariable('WEBHOOK_KEY_ID', WEBHOOK_KEY_ID, () => sealSecret(secret, id));
  return { endpoint: await insert(world, { url, eventTypes, secrets: [{ id: 's1', sealed }] }), secret };
}

async function insert(world: World, target: Omit<NewEndpoint, 'partnerId'>): Promise<Endpoint> {
  const { id: partnerId } = world.partner;
  const endpoint = newEndpoint({ partnerId, ...target }, Date.now());
  if (!(await insertEndpoint(await readDefaultEndpoint({ partnerId }), endpoint)))
    throw new Error('The endpoint was not stored');
  return endpoint;
}

/** Returns the id of the partner's default endpoint. */
export const defaultEndpointId = (world: World) => String(world.table.items('WEBHOOK')[0]?.id);

/** Expected table item of an additional endpoint. */
export function storedItem({ isDefault: _, ...endpoint }: Endpoint): object {
  return expect.objectContaining(JSON.parse(JSON.stringify(endpoint)));
}

/** Deletes an additional endpoint from the table, as another request would. */
export async function deleteEndpoint(world: World, { id }: Endpoint): Promise<void> {
  const stored = requireOwnEndpoint(await findEndpoint(world.partner.id, id));
  if (!(await removeEndpoint(stored, Date.now()))) throw new Error('It was not deleted');
}
