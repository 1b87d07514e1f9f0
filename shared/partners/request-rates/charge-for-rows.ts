import { requestsForRows, toRatePolicy } from '#shared/partners/domain/request-rate';
import { nowMs } from '#shared/platform/config/clock';
import { wholeNumber } from '#shared/platform/config/environment';
import { logError } from '#shared/platform/observability/log';
import { metric } from '#shared/platform/observability/metric';
import { chargeRequests } from './repository';

/**
 * Takes from a partner's rate what a request weighed beyond an ordinary one, after the fact: how many rows it looks at
 * is not known before. The answer is sent anyway, and the requests after it wait.
 */
export async function chargeForRows(partnerId: string, rows: number): Promise<void> {
  const requests = requestsForRows(rows);
  const perSecond = wholeNumber('RATE_LIMIT_RPS', 0);
  if (requests === 0 || perSecond === 0) return;
  try {
    await chargeRequests(partnerId, toRatePolicy(perSecond), { requests, nowMs: nowMs() });
  } catch (error) {
    logError('a heavy request could not be charged', error, { partnerId });
    metric('requestRateUnknown', 1);
  }
}
