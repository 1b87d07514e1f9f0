import { nowMs } from '#shared/config/clock';
import { wholeNumber } from '#shared/config/environment';
import { chargeRequests } from '#shared/data/request-rates';
import { policyOf, requestsForRows } from '#shared/domain/limits/rate';
import { logError } from '#shared/observability/log';
import { metric } from '#shared/observability/metric';

/**
 * Takes from a partner's rate what a request weighed beyond an ordinary one, after the fact: how many rows it looks at
 * is not known before. The answer goes out all the same, and the requests after it wait.
 */
export async function chargeForRows(partnerId: string, rows: number): Promise<void> {
  const requests = requestsForRows(rows);
  const perSecond = wholeNumber('RATE_LIMIT_RPS', 0);
  if (requests === 0 || perSecond === 0) return;
  try {
    await chargeRequests(partnerId, policyOf(perSecond), { requests, nowMs: nowMs() });
  } catch (error) {
    logError('a heavy request could not be charged', error, { partnerId });
    metric('requestRateUnknown', 1);
  }
}
