/**
 * Health of an endpoint, as deliveries report it. Pure: the health before and one attempt in, the health after it out. An endpoint is
 * never switched off by its health: the webhooks of that time would be lost.
 */

/** Ends of an endpoint's attempts. Instants are ISO 8601. */
export interface EndpointHealth {
  readonly lastSuccessAt?: string | undefined;
  readonly lastFailureAt?: string | undefined;
  /** Time of the first failure since the last success; absent if the last attempt succeeded. */
  readonly failingSince?: string | undefined;
  /** Cause of the last failure, in words that contain nothing of the endpoint. */
  readonly lastError?: string | undefined;
}

export const healthStatuses = ['HEALTHY', 'FAILING', 'UNKNOWN'] as const;
export type HealthStatus = (typeof healthStatuses)[number];

/** An attempt that has ended, at an epoch ms. @param error `null` on success */
export interface HealthSample {
  readonly error: string | null;
  readonly atMs: number;
}

/** Time by which the instants of an unchanged health may lag behind the attempts. */
export const HEALTH_INTERVAL_MS = 60_000;

export function healthStatus({ failingSince, lastSuccessAt }: EndpointHealth): HealthStatus {
  if (failingSince !== undefined) return 'FAILING';
  return lastSuccessAt === undefined ? 'UNKNOWN' : 'HEALTHY';
}

/**
 * The health after an attempt; `undefined` if it need not be written: the status is the same, and its instants are
 * less than a minute old. An attempt that ended before the newest one that is known changes nothing.
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
