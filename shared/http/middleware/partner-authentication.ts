import type { MiddlewareObj } from '@middy/core';
import {
  addressNotAllowed,
  clientCertificateRequired,
  invalidApiKey,
  invalidPartnerFlow,
  malformedApiKey,
  missingApiKey,
} from '#shared/api/problems';
import { type GatewayEvent, headerValues, readSourceIp } from '#shared/http/gateway-event';
import { findCaller, lastCaller, markUsed } from '#shared/partners/api-keys/repository';
import { isAllowedFrom } from '#shared/partners/domain/allowed-addresses';
import { parseKeyEnvironment } from '#shared/partners/domain/api-key';
import type { Caller } from '#shared/partners/domain/partner';
import { nowMs, stage } from '#shared/platform/config/environment';
import { takeAllowance } from './rate-limit';
import type { RequestEvent } from './request-event';

/**
 * Authenticates the partner. Form and checksum are checked without a read; a key of the other environment, an
 * unknown, an expired and a revoked one get the same answer.
 */
export function authenticatePartner(): MiddlewareObj<RequestEvent> {
  return {
    before: async ({ event }) => {
      const { state } = event;
      if (process.env.CLIENT_CERTIFICATES === 'REQUIRED' && !event.requestContext.identity.clientCert)
        throw clientCertificateRequired();
      const [key, second] = headerValues(event, 'partner-api-key');
      if (second !== undefined) throw malformedApiKey();
      if (key === undefined || key === '') throw missingApiKey();
      const atMs = nowMs();
      const known = lastCaller(key, atMs);
      // The form of a key that this process has read was checked before that.
      if (known === undefined) checkForm(key);
      // Side by side with the read of the key. A key that has ended takes once from each process that still knew it; one that is
      // used from elsewhere takes nothing of its partner's rate.
      if (known !== undefined && isAllowedFrom(known.allowedCidrs, readSourceIp(event)))
        state.allowance = takeAllowance(known.partnerId, state.requestId);
      try {
        state.caller = await findActiveCaller(key, event, atMs);
      } finally {
        // A function that has answered is frozen with whatever is under way.
        await state.allowance;
      }
      await markUsed(key, state.caller, atMs);
    },
  };
}

/** Throws unless the text has the form of a key of this stage's environment. @throws Problem */
function checkForm(key: string): void {
  const environment = parseKeyEnvironment(key);
  if (environment === undefined) throw malformedApiKey();
  if (environment !== (stage() === 'production' ? 'live' : 'sbx')) throw invalidApiKey();
}

async function findActiveCaller(key: string, event: GatewayEvent, atMs: number): Promise<Caller> {
  const caller = await findCaller(key, atMs);
  if (caller === undefined) throw invalidApiKey();
  const address = readSourceIp(event);
  if (!isAllowedFrom(caller.allowedCidrs, address)) throw addressNotAllowed(address);
  if (caller.suspended) throw invalidPartnerFlow('PARTNER_SUSPENDED');
  if (caller.flows.length === 0) throw invalidPartnerFlow('FLOW_NOT_ENABLED');
  return caller;
}
