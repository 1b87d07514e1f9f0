import type { MiddlewareObj } from '@middy/core';
import {
  addressNotAllowed,
  clientCertificateRequired,
  insufficientScope,
  invalidApiKey,
  invalidPartnerFlow,
  malformedApiKey,
  missingApiKey,
  tooManyRequests,
} from '#shared/api/problems';
import { type GatewayEvent, headerValues, readSourceIp } from '#shared/http/gateway-event';
import { findCaller, lastCaller, markUsed } from '#shared/partners/api-keys/repository';
import { isAllowedFrom } from '#shared/partners/domain/allowed-addresses';
import { parseKeyEnvironment } from '#shared/partners/domain/api-key';
import { hasScope } from '#shared/partners/domain/key-scopes';
import type { Caller } from '#shared/partners/domain/partner';
import { type Allowance, BURST_S, type RatePolicy, toRatePolicy } from '#shared/partners/domain/request-rate';
import { takeRequest } from '#shared/partners/request-rates/repository';
import { nowMs, required, stage, wholeNumber } from '#shared/platform/config/environment';
import { logError, metric } from '#shared/platform/observability/log';
import type { RequestEvent } from './request-event';

/**
 * Authenticates the partner. Form and checksum are checked without a read; a key of the other environment, an
 * unknown, an expired and a revoked one get the same response. A key without the endpoint's scope reads nothing else.
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
      const scope = required('REQUIRED_SCOPE');
      const atMs = nowMs();
      const known = lastCaller(key, atMs);
      // The form of a key that this process has read was checked before that.
      if (known === undefined) checkForm(key);
      // Side by side with the read of the key. A key that has ended takes once from each process that still knew it; one that is
      // used from elsewhere takes nothing of its partner's rate.
      const isAccepted = isAllowedFrom(known?.allowedCidrs, readSourceIp(event)) && hasScope(known?.scopes, scope);
      if (known !== undefined && isAccepted) state.allowance = takeAllowance(known.partnerId, state.requestId);
      try {
        state.caller = await findActiveCaller(key, event, atMs);
      } finally {
        // Lambda freezes a function after its response, including unfinished work.
        await state.allowance;
      }
      if (!hasScope(state.caller.scopes, scope)) throw insufficientScope(scope);
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

/**
 * Enforces each partner's request rate, `RATE_LIMIT_RPS` a second with bursts of twice that; 0 or unset is no
 * limit. One partner's flood does not affect another partner.
 */
export function rateLimit(): MiddlewareObj<RequestEvent> {
  return {
    before: async ({ event }) => {
      const { caller } = event.state;
      const policy = ratePolicy();
      if (policy === undefined || caller === undefined) return;
      const allowance = await (event.state.allowance ?? takeAllowance(caller.partnerId, event.state.requestId));
      if (allowance === undefined) return;
      event.state.headers = rateHeaders(policy, allowance);
      if (allowance.allowed) return;
      throw tooManyRequests(seconds(allowance.waitMs));
    },
  };
}

function ratePolicy(): RatePolicy | undefined {
  const perSecond = wholeNumber('RATE_LIMIT_RPS', 0);
  return perSecond === 0 ? undefined : toRatePolicy(perSecond);
}

/**
 * Takes a request from a partner's rate; `undefined` if there is no limit. A limit that cannot be read limits no one:
 * it protects the service and must not take it down. The dashboard shows it.
 */
export async function takeAllowance(partnerId: string, requestId: string): Promise<Allowance | undefined> {
  const policy = ratePolicy();
  if (policy === undefined) return undefined;
  try {
    return await takeRequest(partnerId, policy, nowMs);
  } catch (error) {
    logError('a request rate could not be taken', error, { requestId, partnerId });
    metric('requestRateUnknown', 1);
    return undefined;
  }
}

/** RateLimit header fields, draft-ietf-httpapi-ratelimit-headers. */
function rateHeaders(policy: RatePolicy, allowance: Allowance): Record<string, string> {
  return {
    'ratelimit-policy': `"partner";q=${policy.burst};w=${BURST_S}`,
    ratelimit: `"partner";r=${allowance.remaining};t=${seconds(allowance.waitMs)}`,
  };
}

/** Whole seconds, at least one: a caller that waits this long is not refused again for being too early. */
function seconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000));
}
