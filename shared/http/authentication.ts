import type { MiddlewareObj } from '@middy/core';
import { Problem } from '#shared/api/problems';
import { nowMs } from '#shared/config/clock';
import { stage } from '#shared/config/environment';
import { findCaller, markUsed } from '#shared/data/api-keys';
import { environmentOfKey } from '#shared/domain/keys/api-key';
import type { Caller } from '#shared/domain/partners/partner';
import type { EdgeEvent } from '#shared/http/edge';
import { header } from '#shared/http/events';

/**
 * Finds out who calls. Shape and checksum are decided without a read; a key of the other environment, an
 * unknown, an expired and a revoked one get the same answer.
 */
export function partnerKey(): MiddlewareObj<EdgeEvent> {
  return {
    before: async ({ event }) => {
      event.edge.caller = await authenticate(header(event, 'partner-api-key'));
    },
  };
}

async function authenticate(key: string | undefined): Promise<Caller> {
  if (key === undefined) throw new Problem('UNAUTHORIZED', 'API Key is missing');
  const environment = environmentOfKey(key);
  if (environment === undefined) throw new Problem('UNAUTHORIZED', 'Invalid API Key format');
  const atMs = nowMs();
  const ours = environment === (stage() === 'production' ? 'live' : 'sbx');
  const caller = ours ? await findCaller(key, atMs) : undefined;
  if (caller === undefined) throw new Problem('UNAUTHORIZED', 'Invalid API Key');
  if (caller.suspended || caller.flows.length === 0) {
    throw new Problem('INVALID_PARTNER_FLOW', 'The partner has an invalid flow.');
  }
  await markUsed(key, caller, atMs);
  return caller;
}
