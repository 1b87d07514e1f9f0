import type { EventName } from '#shared/webhooks/domain/events';
import { newEndpointItem, type WebhookEndpointItem } from '#shared/webhooks/endpoints/item';
import { insertEndpoint, removeEndpoint } from '#shared/webhooks/endpoints/repository';
import { findWebhookSettings } from '#shared/webhooks/settings/repository';
import { sealSecret } from '#shared/webhooks/settings/secret-encryption';
import { newWebhookSecret } from '#shared/webhooks/signature';
import { WEBHOOK_KEY_ID } from './environment';
import type { World } from './world';

export const FURTHER_URL = 'https://further.example.com/hooks';

/** In another account and region than the service. */
export const EVENT_BUS_ARN = 'arn:aws:events:eu-west-1:222233334444:event-bus/payments';

/** A further endpoint of the partner with an event bus. */
export async function storeBusEndpoint(world: World): Promise<WebhookEndpointItem> {
  const { id: partnerId } = world.partner;
  const settings = await findWebhookSettings(partnerId);
  if (settings === undefined) throw new Error('The partner has no settings');
  const target = { url: null, eventBusArn: EVENT_BUS_ARN, secrets: [] };
  const endpoint = newEndpointItem({ partnerId, ...target }, Date.now());
  if (!(await insertEndpoint(settings, endpoint))) throw new Error('The endpoint was not stored');
  return endpoint;
}

/** A further endpoint of the partner, with a secret that is sealed as the service does. */
export async function storeEndpoint(
  world: World,
  { url = FURTHER_URL, eventTypes }: { readonly url?: string; readonly eventTypes?: EventName[] } = {},
): Promise<{ readonly endpoint: WebhookEndpointItem; readonly secret: string }> {
  const { id: partnerId } = world.partner;
  const settings = await findWebhookSettings(partnerId);
  if (settings === undefined) throw new Error('The partner has no settings');
  const secret = newWebhookSecret();
  const sealed = await world.withVariable('WEBHOOK_KEY_ID', WEBHOOK_KEY_ID, () => sealSecret(secret, partnerId));
  const chosen = eventTypes === undefined ? {} : { eventTypes };
  const endpoint = newEndpointItem({ partnerId, url, ...chosen, secrets: [{ id: 's1', sealed }] }, Date.now());
  if (!(await insertEndpoint(settings, endpoint))) throw new Error('The endpoint was not stored');
  return { endpoint, secret };
}

/** Deletes an endpoint, as another request does. */
export async function deleteEndpoint(world: World, endpoint: WebhookEndpointItem): Promise<void> {
  const settings = await findWebhookSettings(world.partner.id);
  if (settings === undefined || !(await removeEndpoint(settings, endpoint))) throw new Error('It was not deleted');
}
