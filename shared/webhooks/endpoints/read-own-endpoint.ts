import { webhookEndpointNotFound } from '#shared/api/problems';
import type { Caller } from '#shared/partners/domain/partner';
import { findDefaultEndpoint, findEndpoint, type StoredEndpoint } from './repository';

/** Returns an endpoint that was looked for among the caller's. @throws Problem NOT_FOUND */
export function requireOwnEndpoint(found: StoredEndpoint | undefined): StoredEndpoint {
  if (found === undefined) throw webhookEndpointNotFound();
  return found;
}

/** Reads an endpoint of the caller's. @throws Problem NOT_FOUND */
export async function readOwnEndpoint(id: string, caller: Caller): Promise<StoredEndpoint> {
  return requireOwnEndpoint(await findEndpoint(caller.partnerId, id));
}

/** Reads the caller's default endpoint, which begins with the partner itself. @throws Error when the partner has none */
export async function readDefaultEndpoint({ partnerId }: Pick<Caller, 'partnerId'>): Promise<StoredEndpoint> {
  const found = await findDefaultEndpoint(partnerId);
  if (found === undefined) throw new Error('A partner without webhook settings');
  return found;
}
