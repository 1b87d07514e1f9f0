import type { MiddlewareObj } from '@middy/core';
import { invalidApiKey, invalidPartnerFlow, Problem } from '#shared/api/problems';
import { header } from '#shared/http/gateway-event';
import { findCaller, markUsed } from '#shared/partners/api-keys/repository';
import { parseKeyEnvironment } from '#shared/partners/domain/api-key';
import type { Caller } from '#shared/partners/domain/partner';
import { nowMs } from '#shared/platform/config/clock';
import { stage } from '#shared/platform/config/environment';
import type { RequestEvent } from './request-event';

/**
 * Authenticates the partner. Form and checksum are checked without a read; a key of the other environment, an
 * unknown, an expired and a revoked one get the same answer.
 */
export function authenticatePartner(): MiddlewareObj<RequestEvent> {
  return {
    before: async ({ event }) => {
      event.state.caller = await findActiveCaller(header(event, 'partner-api-key'));
    },
  };
}

async function findActiveCaller(key: string | undefined): Promise<Caller> {
  if (key === undefined) throw new Problem('UNAUTHORIZED', 'API Key is missing');
  const environment = parseKeyEnvironment(key);
  if (environment === undefined) throw new Problem('UNAUTHORIZED', 'Invalid API Key format');
  const atMs = nowMs();
  const isOurs = environment === (stage() === 'production' ? 'live' : 'sbx');
  const caller = isOurs ? await findCaller(key, atMs) : undefined;
  if (caller === undefined) throw invalidApiKey();
  if (caller.suspended || caller.flows.length === 0) {
    throw invalidPartnerFlow();
  }
  await markUsed(key, caller, atMs);
  return caller;
}
