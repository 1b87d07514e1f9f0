import type { MiddlewareObj } from '@middy/core';
import { tooManyRequests } from '#shared/api/problems';
import { type Allowance, BURST_S, type RatePolicy, toRatePolicy } from '#shared/partners/domain/request-rate';
import { takeRequest } from '#shared/partners/request-rates/repository';
import { nowMs, wholeNumber } from '#shared/platform/config/environment';
import { logError, metric } from '#shared/platform/observability/log';
import type { RequestEvent } from './request-event';

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
 * Takes a request from a partner's rate; `undefined` where there is no limit. A limit that cannot be read limits no one:
 * it protects the service and must not take it down. An alarm reports it.
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
