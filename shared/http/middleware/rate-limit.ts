import type { MiddlewareObj } from '@middy/core';
import { tooManyRequests } from '#shared/api/problems';
import { type Allowance, BURST_S, type RatePolicy, toRatePolicy } from '#shared/partners/domain/request-rate';
import { takeRequest } from '#shared/partners/request-rates/repository';
import { nowMs } from '#shared/platform/config/clock';
import { wholeNumber } from '#shared/platform/config/environment';
import { logError } from '#shared/platform/observability/log';
import { metric } from '#shared/platform/observability/metric';
import type { RequestEvent } from './request-event';

/**
 * Enforces each partner's request rate, `RATE_LIMIT_RPS` a second with bursts of twice that; 0 or unset is no
 * limit. One partner's flood does not affect another partner.
 */
export function rateLimit(): MiddlewareObj<RequestEvent> {
  return {
    before: async ({ event }) => {
      const perSecond = wholeNumber('RATE_LIMIT_RPS', 0);
      const { caller } = event.state;
      if (perSecond === 0 || caller === undefined) return;
      const policy = toRatePolicy(perSecond);
      const allowance = await take(caller.partnerId, policy, event.state.requestId);
      if (allowance === undefined) return;
      event.state.headers = rateHeaders(policy, allowance);
      if (allowance.allowed) return;
      throw tooManyRequests(seconds(allowance.waitMs));
    },
  };
}

/** A limit that cannot be read limits no one: it protects the service and must not take it down. An alarm reports it. */
async function take(partnerId: string, policy: RatePolicy, requestId: string): Promise<Allowance | undefined> {
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
