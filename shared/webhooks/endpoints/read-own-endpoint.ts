import { webhookEndpointNotFound } from '#shared/api/problems';
import type { Caller } from '#shared/partners/domain/partner';
import { findWebhookEndpoint, type StoredEndpoint } from './repository';

/** An endpoint that was looked for among the caller's. @throws Problem NOT_FOUND */
export function requireOwnEndpoint(found: StoredEndpoint | undefined): StoredEndpoint {
  if (found === undefined) throw webhookEndpointNotFound();
  return found;
}

/** The caller's endpoint, the first or a further one. @throws Problem NOT_FOUND */
export async function readOwnEndpoint(id: string, caller: Caller): Promise<StoredEndpoint> {
  return requireOwnEndpoint(await findWebhookEndpoint(caller.partnerId, id));
}
