/**
 * List prices, dollars, us-east-1, on-demand, before free tiers, from AWS's pricing page of each service as known in
 * November 2026, and what is assumed where nothing can be counted. docs/cost-model.md explains both.
 */

import { assumed } from '#infra/capacity/journeys';
import { type Counts, total } from '#local/metering/counts';
import { workers } from '#shared/api/workers';

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

/** Assumed, as no account has run this yet. */
const DELIVERY = { name: /deliverWebhook/, ...assumed.delivery, requests: 0 };
const WORKERS = new RegExp(workers.map(({ id }) => id).join('|'));
const WORKER = { name: WORKERS, ...assumed.worker, requests: 0 };
const ENDPOINT = { ...assumed.endpoint, requests: 1 };
const LOG_BYTES = 1000;
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
  let all = table + total(invocations) * (prices.invocation + LOG_BYTES * prices.logByte);
  all += events * prices.event + queueRequests(counts) * prices.queueRequest + keyCalls * prices.keyCall;
  for (const [name, times] of Object.entries(invocations)) {
    const { seconds, gb, requests } = [DELIVERY, WORKER].find((one) => one.name.test(name)) ?? ENDPOINT;
    all += times * (seconds * gb * prices.gbSecond + requests * prices.request);
  }
  return { table, all };
}
