/**
 * Request rate of a partner: the generic cell rate algorithm (ITU-T I.371), a token bucket. We store one number per partner, the
 * time when the bucket is full again. The algorithm calculates in whole microseconds, so sums are exact.
 */

export interface RatePolicy {
  readonly perSecond: number;
  /** Maximum burst of requests after a pause. */
  readonly burst: number;
}

/** Result of a request, and the remaining requests. */
export interface Allowance {
  readonly allowed: boolean;
  /** Requests that would be accepted at this instant. */
  readonly remaining: number;
  /** After a rejection: time until a request is accepted. Otherwise: time until the bucket is full. */
  readonly waitMs: number;
}

const US_PER_MS = 1000;

/** Burst size: the number of requests in this many seconds at the sustained rate. */
export const BURST_S = 2;

/**
 * Read units that count as one request. A page of 20 items (about 25 units) therefore counts as one request. At 50 requests a
 * second, a partner's reads use at most 1,500 units a second, half of the maximum of a partition (docs/adr/010).
 */
export const READ_UNITS_PER_REQUEST = 30;

/** Returns the number of requests that these read units cost, in addition to the request itself. */
export function requestsForReads(units: number): number {
  return Math.max(0, Math.ceil(units / READ_UNITS_PER_REQUEST) - 1);
}

/** Number of replayed notifications that cost one additional request. */
const SENT_PER_EXTRA_REQUEST = 4;

/** Returns the number of requests that a replay costs, in addition to its reads: a quarter of a request per notification. */
export function requestsForReplay(sent: number): number {
  return Math.floor(sent / SENT_PER_EXTRA_REQUEST);
}

/** Returns a rate policy with bursts of twice the rate per second. */
export function toRatePolicy(perSecond: number): RatePolicy {
  return { perSecond, burst: perSecond * BURST_S };
}

/** Returns the cost of a request: the time in µs in which the bucket refills by one request. */
export function requestCostUs({ perSecond }: RatePolicy): number {
  return Math.round(1_000_000 / perSecond);
}

/** Returns the latest `fullUs` that allows a request at `nowUs`. `fullUs` is the time when the bucket is full again. */
export function latestFullUs(policy: RatePolicy, nowUs: number): number {
  return nowUs + (policy.burst - 1) * requestCostUs(policy);
}

/**
 * Returns the result of a request at `nowUs`.
 * @param fullUs time when the bucket is full again; if the request was accepted, its cost is already added
 */
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
