/**
 * The request rate of a partner, as the generic cell rate algorithm (ITU-T I.371): one number per partner, the
 * time at which its bucket will be full again. Pure; all times are whole microseconds, so that nothing is rounded.
 */

export interface RatePolicy {
  /** Requests per second that may go on for ever. */
  readonly perSecond: number;
  /** Requests that may come at once after a pause. */
  readonly burst: number;
}

/** Whether a request was accepted, and what is left. */
export interface Allowance {
  readonly allowed: boolean;
  /** Further requests that would be taken at this instant. */
  readonly remaining: number;
  /** Until one more is taken, when this one was not; else until the bucket is full. */
  readonly waitMs: number;
}

const US_PER_MS = 1000;

/** What may come at once, in seconds of the steady rate. */
export const BURST_S = 2;

/** Rows that a request may scan without an extra charge. */
const ROWS_PER_REQUEST = 1000;
/** Each further group of this many rows counts as one more request. */
const ROWS_PER_EXTRA_REQUEST = 500;

/** As how many more requests one counts that scanned this many rows. */
export function requestsForRows(rows: number): number {
  return Math.ceil(Math.max(0, rows - ROWS_PER_REQUEST) / ROWS_PER_EXTRA_REQUEST);
}

/** Notifications that a replay may send again, and look at, for each further request that it counts as. */
const SENT_PER_EXTRA_REQUEST = 4;
const READ_PER_EXTRA_REQUEST = 100;

/** As how many more requests a replay counts: sending a notification again costs a quarter of what a usual request does. */
export function requestsForReplay({ sent, read }: { readonly sent: number; readonly read: number }): number {
  return Math.floor(sent / SENT_PER_EXTRA_REQUEST) + Math.floor(read / READ_PER_EXTRA_REQUEST);
}

/** As how many more requests one counts that fetches files: each may take seconds. */
export function requestsForFiles(files: number): number {
  return files;
}

/** The rate of a number of requests a second, with bursts of twice that. */
export function toRatePolicy(perSecond: number): RatePolicy {
  return { perSecond, burst: perSecond * BURST_S };
}

/** What one request costs, in µs of the bucket's time. */
export function requestCostUs({ perSecond }: RatePolicy): number {
  return Math.round(1_000_000 / perSecond);
}

/** The latest full-again time at which one more request may come, for a request at an instant. */
export function latestFullUs(policy: RatePolicy, nowUs: number): number {
  return nowUs + (policy.burst - 1) * requestCostUs(policy);
}

/** What a bucket that is full again at `fullUs` (after the request, if it was taken) says of a request at `nowUs`. */
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
