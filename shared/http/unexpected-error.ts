import { internalError, Problem, serviceUnavailable, writeContention } from '#shared/api/problems';
import { TableUnavailable, WriteContention } from '#shared/dynamodb/retry-on-conflict';
import { logError, metric } from '#shared/platform/observability/log';

/**
 * The response to an error that is no Problem. Contention: 409, and nothing was written. Throttling, or a service of
 * ours that gave no response in any attempt: 503, and a write may have been done. Everything else is a bug: 500.
 */
export function toProblem(error: unknown, requestId: string): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof WriteContention) return writeContention(error);
  return reportFailure(error, requestId) ? serviceUnavailable(error) : internalError(error);
}

/**
 * Logs and counts an error that no rule of ours foresees, once for a request. What a provider refused is logged alone:
 * releases are rolled back by the count of unexpected failures (docs/adr/003), and a provider must not be able to.
 * @returns whether the same request may succeed a moment later
 */
export function reportFailure(error: unknown, requestId: string): boolean {
  if (isUnavailable(error)) {
    logError('a service did not respond', error, { requestId });
    metric('serviceUnavailable', 1);
    return true;
  }
  logError('unexpected failure', error, { requestId });
  if (!isProviderFault(error)) metric('unexpectedFailure', 1);
  return false;
}

/** Compares a property and not the class: the class would add the providers' client to every bundle. */
function isProviderFault(error: unknown): boolean {
  return error instanceof Error && 'fault' in error && error.fault === 'provider';
}

/** Codes of Node.js for a connection that was not made or broke off. */
const CONNECTION_CODES = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);

/** Error names of AWS services for throttling and for concurrent operations. */
const RETRYABLE_NAMES =
  /^(Throttl|ProvisionedThroughputExceeded|RequestLimitExceeded|TooManyRequests|SlowDown|LimitExceeded|TransactionInProgress|TimeoutError|RequestTimeout)/;

/**
 * Returns true if the same call may succeed a moment later, by the properties of an AWS client's error, or by `retryable`
 * of an error of ours.
 */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof TableUnavailable) return true;
  if (!(error instanceof Error)) return false;
  if ('retryable' in error && error.retryable === true) return true;
  if (RETRYABLE_NAMES.test(error.name)) return true;
  if ('code' in error && typeof error.code === 'string' && CONNECTION_CODES.has(error.code)) return true;
  return '$fault' in error && error.$fault === 'server';
}
