import { Problem } from '#shared/api/problems';
import { WriteContention } from '#shared/data/table';
import { logError } from '#shared/observability/log';

/** What a caller is told of an error that no rule has made: to try again, or that we have failed. Logged once, here. */
export function unexpected(error: unknown, requestId: string): Problem {
  if (error instanceof WriteContention) {
    const headers = { 'retry-after': '1' };
    return new Problem('CONFLICT', 'The same resource is being changed by other requests. Try again.', {
      cause: error,
      headers,
    });
  }
  logError('unexpected failure', error, { requestId });
  return new Problem('INTERNAL_SERVER_ERROR', 'Internal server error', { cause: error });
}
