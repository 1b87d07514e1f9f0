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

/** Authenticates the partner. Unknown, expired and revoked keys, and keys of another environment, get the same response. */
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
      // A cached key passed this format check earlier.
      if (known === undefined) checkForm(key);
      // Counts the request in parallel with the read of the key, if the cache of this process contains the key. Only the read
      // shows a revocation, so each process can count one request with a revoked key. A request does not count if its address is
      // not allowed or its key lacks the scope.
      const isAccepted = isAllowedFrom(known?.allowedCidrs, readSourceIp(event)) && hasScope(known?.scopes, scope);
      if (known !== undefined && isAccepted) state.allowance = takeAllowance(known.partnerId, state.requestId);
      try {
        state.caller = await findActiveCaller(key, event, atMs);
      } finally {
        // Wait here, because Lambda freezes the process after the response, including unfinished work.
        await state.allowance;
      }
      if (!hasScope(state.caller.scopes, scope)) throw insufficientScope(scope);
      await markUsed(key, state.caller, atMs);
    },
  };
}

/**
 * Checks the format of a key and the key's environment.
 * @throws Problem if the format is wrong or the environment is not this stage
 */
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
 * Enforces the request rate of each partner: `RATE_LIMIT_RPS` per second, with bursts of twice this number. 0 or an unset
 * variable disables the limit. The limits of partners are independent.
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
 * Counts a request towards the partner's rate. Returns `undefined` if there is no limit or if the count fails. A failed count
 * allows the request, so that the rate limit cannot cause an outage. The dashboard shows failed counts.
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

/** Returns the RateLimit header fields of draft-ietf-httpapi-ratelimit-headers. */
function rateHeaders(policy: RatePolicy, allowance: Allowance): Record<string, string> {
  return {
    'ratelimit-policy': `"partner";q=${policy.burst};w=${BURST_S}`,
    ratelimit: `"partner";r=${allowance.remaining};t=${seconds(allowance.waitMs)}`,
  };
}

/** Rounds up to whole seconds, at least one. A caller that waits this long does not retry too early. */
function seconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000));
}
