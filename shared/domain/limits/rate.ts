/**
 * The request rate of a partner, as the generic cell rate algorithm (ITU-T I.371): one number per partner, the
 * time at which its bucket will be full again. Pure; all times are whole microseconds, so that nothing rounds.
 */

export interface RatePolicy {
  /** Requests per second that may go on for ever. */
  readonly perSecond: number;
  /** Requests that may come at once after a pause. */
  readonly burst: number;
}

/** What became of a request, and what is left. */
export interface Allowance {
  readonly allowed: boolean;
  /** Further requests that would be taken at this instant. */
  readonly remaining: number;
  /** Until one more is taken, when this one was not; else until the bucket is full. */
  readonly waitMs: number;
}

const US_PER_MS = 1000;

/** What one request costs, in µs of the bucket's time. */
export function costUs({ perSecond }: RatePolicy): number {
  return Math.round(1_000_000 / perSecond);
}

/** The latest full-again time at which one more request may come, for a request at an instant. */
export function latestUs(policy: RatePolicy, nowUs: number): number {
  return nowUs + (policy.burst - 1) * costUs(policy);
}

/** What a bucket that is full again at `fullUs` (after the request, if it was taken) says of a request at `nowUs`. */
export function allowanceAt(
  policy: RatePolicy,
  { allowed, fullUs, nowUs }: { readonly allowed: boolean; readonly fullUs: number; readonly nowUs: number },
): Allowance {
  const cost = costUs(policy);
  const used = Math.max(0, fullUs - nowUs);
  const remaining = Math.max(0, Math.floor((policy.burst * cost - used) / cost));
  const waitUs = allowed ? used : Math.max(0, fullUs - latestUs(policy, nowUs));
  return { allowed, remaining: allowed ? remaining : 0, waitMs: Math.ceil(waitUs / US_PER_MS) };
}
