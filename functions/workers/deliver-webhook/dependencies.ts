import { setTimeout as pause } from 'node:timers/promises';
import { batchLoad } from '#shared/dynamodb/batch-loader';
import { nowMs, required, stage } from '#shared/platform/config/environment';
import { logWarning } from '#shared/platform/observability/log';
import { createDeliveryStore, type DeliveryStore } from '#shared/webhooks/deliveries/repository';
import { HEALTH_INTERVAL_MS, type HealthSample } from '#shared/webhooks/domain/endpoint-health';
import type { FaultInjection } from '#shared/webhooks/domain/fault-injection';
import { parseRetrySchedule } from '#shared/webhooks/domain/retry-schedule';
import { readFaultInjection, recordHealth } from '#shared/webhooks/endpoints/repository';
import { openSecret } from '#shared/webhooks/endpoints/secret-encryption';
import { createEventBusSender, type EventBusSender } from '#shared/webhooks/event-bus-sender';
import { type DeliveryQueues, type QueueClient, sqsQueueClient } from '#shared/webhooks/messaging/queues';
import { createSender, type Sender } from '#shared/webhooks/sender';
import { type SlowTargets, type Target, targetName, trackSlowTargets } from '#shared/webhooks/slow-targets';
import { targetConnectionRules } from '#shared/webhooks/target-url';
import { configuredTargets, type WebhookTargets } from '#shared/webhooks/targets';

const MAX_TRACKED_TARGETS = 500;

/** Stores the result of an attempt in the health of an endpoint. */
export type HealthTracker = (target: Target, sample: HealthSample) => Promise<void>;

/**
 * Calls `record` if an endpoint changes between failure and success, and otherwise once a minute per endpoint. This saves reads
 * of the endpoint's stored health. Errors of `record` are only logged.
 */
export function trackHealth(record: HealthTracker): HealthTracker {
  const passedOn = new Map<string, { readonly isFailure: boolean; readonly atMs: number }>();
  return async (target, sample) => {
    const name = targetName(target);
    const isFailure = sample.error !== null;
    const last = passedOn.get(name);
    if (last?.isFailure === isFailure && sample.atMs - last.atMs < HEALTH_INTERVAL_MS) return;
    passedOn.delete(name);
    const [oldest] = passedOn.keys();
    if (passedOn.size >= MAX_TRACKED_TARGETS && oldest !== undefined) passedOn.delete(oldest);
    passedOn.set(name, { isFailure, atMs: sample.atMs });
    try {
      await record(target, sample);
    } catch (error) {
      // The delivery is already stored. The next change of health, or the first result after a minute, calls `record` again.
      const { partnerId, endpointId } = target;
      const errorName = error instanceof Error ? error.name : undefined;
      logWarning('The health of an endpoint could not be stored', { partnerId, endpointId, errorName });
    }
  };
}

export interface DeliveryDependencies extends DeliveryQueues {
  readonly store: DeliveryStore;
  readonly targets: WebhookTargets;
  readonly sender: Pick<Sender, 'send'>;
  readonly eventBuses: EventBusSender;
  readonly queues: QueueClient;
  /** Reads the fault injection of a partner's deliveries; set in the sandbox only. @default none */
  readonly faultInjectionFor?: (partnerId: string) => Promise<FaultInjection>;
  /** Targets that were recently slow or quick. @default no quarantine */
  readonly slow?: SlowTargets;
  /** Stores the results of attempts in the health of endpoints. @default not stored */
  readonly trackHealth?: HealthTracker;
  /** Seconds before attempt 1, 2, … */
  readonly waits: readonly number[];
  readonly now: () => number;
  readonly random: () => number;
  readonly pause: (ms: number) => Promise<void>;
}

/** Result for the queue: delete the message (`done`), or hide it for `retryInMs`. */
export type DeliveryResult = 'done' | { readonly retryInMs: number };

/** Creates the objects that all deliveries of this process share: clients, cached secrets, and the list of slow endpoints. */
export function dependencies(): DeliveryDependencies {
  // Batches reads: the messages of a batch run concurrently and often belong to few partners.
  const store = createDeliveryStore(batchLoad);
  return {
    store,
    targets: configuredTargets({ ...store, openSecret, now: nowMs }),
    sender: createSender(targetConnectionRules()),
    eventBuses: createEventBusSender(),
    queues: sqsQueueClient(),
    slow: trackSlowTargets(nowMs),
    trackHealth: trackHealth(recordHealth),
    ...(stage() === 'sandbox' ? { faultInjectionFor: (partnerId) => readFaultInjection(partnerId, batchLoad) } : {}),
    firstAttemptsQueueUrl: required('FIRST_ATTEMPTS_QUEUE_URL'),
    retriesQueueUrl: required('RETRIES_QUEUE_URL'),
    waits: parseRetrySchedule(required('WEBHOOK_DELAYS_S')),
    now: nowMs,
    random: Math.random,
    pause,
  };
}
