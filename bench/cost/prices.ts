/**
 * List prices, dollars, us-east-1, on-demand, before free tiers, from AWS's pricing page of each service as known in
 * November 2026, and what is assumed where nothing can be counted. docs/cost-model.md explains both.
 */

import { workers } from '#shared/api/workers';
import { type Counts, total } from '#test/support/metering/counts';

const prices = {
  /** DynamoDB request unit. */
  writeUnit: 0.625e-6,
  readUnit: 0.125e-6,
  /** Lambda on arm64. */
  invocation: 0.2e-6,
  gbSecond: 0.0000133334,
  /** API Gateway, REST. */
  request: 3.5e-6,
  /** EventBridge, own events. */
  event: 1e-6,
  /** SQS, standard. */
  queueRequest: 0.4e-6,
  /** CloudWatch logs taken in. */
  logByte: 0.5e-9,
  keyCall: 3e-6,
} as const;

/**
 * Bytes that an invocation logs. Its own were counted on the local stack: some 550 of an endpoint, 150 of a worker. An
 * endpoint has two lines of the platform besides, and one of the gateway.
 */
const logBytes = { endpoint: 1500, worker: 200 } as const;
const WORKERS = new RegExp(workers.map(({ id }) => id).join('|'));

/** Seconds of one invocation, and its memory in GB. Assumed: no account has run this yet. A delivery waits for the partner's endpoint. */
const assumed = {
  endpoint: { seconds: 0.06, gb: 1 },
  delivery: { seconds: 0.3, gb: 0.5 },
  worker: { seconds: 0.05, gb: 0.25 },
} as const;

const DELIVERY = { name: /deliverWebhook/, ...assumed.delivery, requests: 0, bytes: logBytes.worker };
const WORKER = { name: WORKERS, ...assumed.worker, requests: 0, bytes: logBytes.worker };
const ENDPOINT = { ...assumed.endpoint, requests: 1, bytes: logBytes.endpoint };
/** Each message is sent, received and deleted, at worst alone. */
const REQUESTS_PER_MESSAGE = 3;

/** Requests that a deployed stage makes of its queues. */
export function queueRequests({ sends }: Counts): number {
  return sends * REQUESTS_PER_MESSAGE;
}

/** Dollars of what was counted, the table's apart. */
export function dollars(counts: Counts): { readonly table: number; readonly all: number } {
  const { invocations, events, keyCalls } = counts;
  const table = counts.writes * prices.writeUnit + counts.reads * prices.readUnit;
  let all = table + total(invocations) * prices.invocation;
  all += events * prices.event + queueRequests(counts) * prices.queueRequest + keyCalls * prices.keyCall;
  for (const [name, times] of Object.entries(invocations)) {
    const { seconds, gb, requests, bytes } = [DELIVERY, WORKER].find((one) => one.name.test(name)) ?? ENDPOINT;
    all += times * (seconds * gb * prices.gbSecond + requests * prices.request + bytes * prices.logByte);
  }
  return { table, all };
}
