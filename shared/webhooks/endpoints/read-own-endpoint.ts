import { webhookEndpointNotFound } from '#shared/api/problems';
import type { Caller } from '#shared/partners/domain/partner';
import { findWebhookEndpoint, type StoredEndpoint } from './repository';

/** The caller's endpoint, the first or a further one. @throws Problem NOT_FOUND */
export async function readOwnEndpoint(id: string, caller: Caller): Promise<StoredEndpoint> {
  const found = await findWebhookEndpoint(caller.partnerId, id);
  if (found === undefined) throw webhookEndpointNotFound();
  return found;
}
