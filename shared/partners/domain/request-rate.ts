/**
 * The request rate of a partner, as the generic cell rate algorithm (ITU-T I.371): one number per partner, the
 * time at which its bucket will be full again. Pure; all times are whole microseconds, so that nothing is rounded.
 */

export interface RatePolicy {
  /** Requests per second that may go on for ever. */
  readonly perSecond: number;
  /** Maximum burst of requests after a pause. */
  readonly burst: number;
}

/** The outcome of a request, and the requests that are left. */
export interface Allowance {
  readonly allowed: boolean;
  /** Requests that would still be taken at this instant. */
  readonly remaining: number;
  /** Until one more is taken, when this one was not; else until the bucket is full. */
  readonly waitMs: number;
}

const US_PER_MS = 1000;

/** The burst, in seconds of the steady rate. */
export const BURST_S = 2;

/**
 * Read units that count as one request. A page of 20 items reads some 25; a partner that only reads gets 1,500 a second, half of
 * what one partition gives (docs/adr/010).
 */
export const READ_UNITS_PER_REQUEST = 30;

/** Number of additional requests that a request with these read units counts as. */
export function requestsForReads(units: number): number {
  return Math.max(0, Math.ceil(units / READ_UNITS_PER_REQUEST) - 1);
}

/** Notifications that a replay may send again for each additional request that it counts as. */
const SENT_PER_EXTRA_REQUEST = 4;

/**
 * Number of additional requests that a replay counts as, in addition to its reads: sending a notification again costs
 * a quarter of a usual request.
 */
export function requestsForReplay(sent: number): number {
  return Math.floor(sent / SENT_PER_EXTRA_REQUEST);
}

/** The rate of a number of requests a second, with bursts of twice that. */
export function toRatePolicy(perSecond: number): RatePolicy {
  return { perSecond, burst: perSecond * BURST_S };
}

/** Computes the cost of one request, in µs of the bucket's time. */
export function requestCostUs({ perSecond }: RatePolicy): number {
  return Math.round(1_000_000 / perSecond);
}

/** The latest full-again time at which one more request may come, for a request at an instant. */
export function latestFullUs(policy: RatePolicy, nowUs: number): number {
  return nowUs + (policy.burst - 1) * requestCostUs(policy);
}

/** Computes the response of a bucket to a request at `nowUs`. The bucket is full again at `fullUs`, after the request if it was taken. */
export function allowanceAt(
  policy: RatePolicy,
  { allowed, fullUs, nowUs }: { readonly allowed: boolean; readonly fullUs: number; readonly nowUs: number },
): Allowance {
  const cost = requestCostUs(policy);
  const used = Math.max(0, fullUs - nowUs);
  const remaining = Math.max(0, Math.floor((policy.burst * cost - used) / cost));
  const waitUs = allowed ? used : Math.max(0, fullUs - latestFullUs(policy, nowUs));
  return { allowed, remaining: allowed ? remaining : 0, waitMs: Math.ceil(waitUs / US_PER_MS) };
}
