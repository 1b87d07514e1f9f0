/**
 * Health of an endpoint, computed from its delivery attempts. Pure functions without I/O. A bad health status never disables an
 * endpoint, because the webhooks of a disabled endpoint would be lost.
 */

/** Health of an endpoint by its latest attempts. All times are end times of attempts, in ISO 8601. */
export interface EndpointHealth {
  readonly lastSuccessAt?: string | undefined;
  readonly lastFailureAt?: string | undefined;
  /** Time of the first failure since the last success; absent if the last attempt succeeded. */
  readonly failingSince?: string | undefined;
  /** Cause of the last failure, without any text from the endpoint. */
  readonly lastError?: string | undefined;
}

export const healthStatuses = ['HEALTHY', 'FAILING', 'UNKNOWN'] as const;
export type HealthStatus = (typeof healthStatuses)[number];

/** Result of an attempt and its end time. @param error `null` on success */
export interface HealthSample {
  readonly error: string | null;
  readonly atMs: number;
}

/**
 * Minimum interval between two writes of an unchanged status. Therefore the stored times can be older than the latest attempt, by
 * at most this interval.
 */
export const HEALTH_INTERVAL_MS = 60_000;

export function healthStatus({ failingSince, lastSuccessAt }: EndpointHealth): HealthStatus {
  if (failingSince !== undefined) return 'FAILING';
  return lastSuccessAt === undefined ? 'UNKNOWN' : 'HEALTHY';
}

/**
 * Returns the health after an attempt. Returns `undefined` if no write is needed: a later attempt is already stored, or the
 * status is unchanged and the latest stored time is less than a minute before this attempt.
 */
export function healthAfter(before: EndpointHealth, { error, atMs }: HealthSample): EndpointHealth | undefined {
  const latestMs = Math.max(...[before.lastSuccessAt, before.lastFailureAt].map((at) => (at ? Date.parse(at) : 0)));
  const isFailure = error !== null;
  const isSame = isFailure === (before.failingSince !== undefined) && healthStatus(before) !== 'UNKNOWN';
  if (atMs < latestMs || (isSame && atMs - latestMs < HEALTH_INTERVAL_MS)) return undefined;
  const at = new Date(atMs).toISOString();
  if (isFailure) return { ...before, lastFailureAt: at, failingSince: before.failingSince ?? at, lastError: error };
  const { failingSince: _, ...rest } = before;
  return { ...rest, lastSuccessAt: at };
}
