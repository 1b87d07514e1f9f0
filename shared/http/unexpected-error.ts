import { internalError, Problem, serviceUnavailable, writeContention } from '#shared/api/problems';
import { TableUnavailable, WriteContention } from '#shared/dynamodb/retry-on-conflict';
import { logError, metric } from '#shared/platform/observability/log';

/**
 * Converts an error to the Problem of the response. After a write conflict (409), nothing was written. After throttling, or if a
 * service did not respond to any try (503), the data may have been written. All other errors return 500.
 */
export function toProblem(error: unknown, requestId: string): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof WriteContention) return writeContention(error);
  return reportFailure(error, requestId) ? serviceUnavailable(error) : internalError(error);
}

/**
 * Logs and counts an unexpected error. The metric `unexpectedFailure` can roll back a release (docs/adr/003), so it does not
 * include errors of a provider.
 * @returns true if a repeated request may succeed
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

/** Checks the property `fault`, not the class, because an import of the class would add the provider client to every bundle. */
function isProviderFault(error: unknown): boolean {
  return error instanceof Error && 'fault' in error && error.fault === 'provider';
}

/** Node.js error codes for a connection that failed or broke off. */
const CONNECTION_CODES = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);

/** AWS error names for throttling and concurrent operations. */
const RETRYABLE_NAMES =
  /^(Throttl|ProvisionedThroughputExceeded|RequestLimitExceeded|TooManyRequests|SlowDown|LimitExceeded|TransactionInProgress|TimeoutError|RequestTimeout)/;

/** Returns true if a repeated request may succeed. Checks properties of AWS errors, or the property `retryable` of our errors. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof TableUnavailable) return true;
  if (!(error instanceof Error)) return false;
  if ('retryable' in error && error.retryable === true) return true;
  if (RETRYABLE_NAMES.test(error.name)) return true;
  if ('code' in error && typeof error.code === 'string' && CONNECTION_CODES.has(error.code)) return true;
  return '$fault' in error && error.$fault === 'server';
}
