/**
 * List prices, dollars, us-east-1, on-demand, before free tiers, from AWS's pricing page of each service as known in
 * November 2026, and what is assumed where nothing can be counted. docs/cost-model.md explains both.
 */
import { type Counts, total } from './counts';

export const prices = {
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

/** Assumed: no account has run this yet. Seconds of an invocation, its memory in GB, bytes that it logs. */
const assumed = {
  endpoint: { seconds: 0.06, gb: 1 },
  delivery: { seconds: 0.3, gb: 1 },
  worker: { seconds: 0.05, gb: 0.25 },
  logBytes: 1000,
  /** Each message is sent, received and deleted, at worst alone. */
  requestsPerMessage: 3,
} as const;

const WORKERS = /publishEvents|projectChanges|runStep|markUndeliverable|sweepOverdue/;
const DELIVERY = /deliverWebhook/;

/** Invocations of endpoints, of deliveries and of the other workers. */
export function invocationsOf({ invocations }: Counts): Record<'endpoint' | 'delivery' | 'worker', number> {
  const sum = { endpoint: 0, delivery: 0, worker: 0 };
  for (const [name, times] of Object.entries(invocations)) {
    if (DELIVERY.test(name)) sum.delivery += times;
    else if (WORKERS.test(name)) sum.worker += times;
    else sum.endpoint += times;
  }
  return sum;
}

/** Requests that a deployed stage makes of its queues. */
export function queueRequestsOf({ sends }: Counts): number {
  return sends * assumed.requestsPerMessage;
}

/** Dollars of what was counted, the table's apart. */
export function dollarsOf(counts: Counts): { readonly table: number; readonly all: number } {
  const kinds = invocationsOf(counts);
  const gbSeconds = (['endpoint', 'delivery', 'worker'] as const).reduce(
    (sum, kind) => sum + kinds[kind] * assumed[kind].seconds * assumed[kind].gb,
    0,
  );
  const calls = total(counts.invocations);
  const table = counts.writes * prices.writeUnit + counts.reads * prices.readUnit;
  const others =
    calls * (prices.invocation + assumed.logBytes * prices.logByte) +
    gbSeconds * prices.gbSecond +
    kinds.endpoint * prices.request +
    counts.events * prices.event +
    queueRequestsOf(counts) * prices.queueRequest +
    counts.keyCalls * prices.keyCall;
  return { table, all: table + others };
}
