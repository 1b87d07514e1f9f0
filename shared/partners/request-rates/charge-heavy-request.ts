import { toRatePolicy } from '#shared/partners/domain/request-rate';
import { nowMs, wholeNumber } from '#shared/platform/config/environment';
import { logError, metric } from '#shared/platform/observability/log';
import { chargeRequests } from './repository';

/**
 * Takes additional requests from the partner's bucket for a heavy request. The heavy request is still executed. If the bucket
 * is then empty, later requests are rejected until it refills.
 */
export async function chargeHeavyRequest(partnerId: string, requests: number): Promise<void> {
  const perSecond = wholeNumber('RATE_LIMIT_RPS', 0);
  if (requests === 0 || perSecond === 0) return;
  try {
    await chargeRequests(partnerId, toRatePolicy(perSecond), { requests, nowMs: nowMs() });
  } catch (error) {
    logError('a heavy request could not be charged', error, { partnerId });
    metric('requestRateUnknown', 1);
  }
}
