import { setTimeout as pause } from 'node:timers/promises';
import { batchLoad } from '#shared/dynamodb/batch-loader';
import { nowMs } from '#shared/platform/config/clock';
import { required, stage } from '#shared/platform/config/environment';
import { createDeliveryStore } from '#shared/webhooks/deliveries/repository';
import { parseRetrySchedule } from '#shared/webhooks/domain/retry-schedule';
import { readFaultInjection } from '#shared/webhooks/fault-injection/repository';
import { sqsQueueClient } from '#shared/webhooks/messaging/queues';
import { createSender } from '#shared/webhooks/sender';
import { openSecret } from '#shared/webhooks/settings/secret-encryption';
import { trackSlowTargets } from '#shared/webhooks/slow-targets';
import { targetConnectionRules } from '#shared/webhooks/target-url';
import { configuredTargets } from '#shared/webhooks/targets';
import type { DeliveryDependencies } from './deliver-webhook';

/** What deliveries of this process share: clients, remembered secrets, whose endpoints were slow. */
export function dependencies(): DeliveryDependencies {
  // The messages of a batch run side by side, often of few partners.
  const store = createDeliveryStore(batchLoad);
  return {
    store,
    targets: configuredTargets({ readSettings: store.readSettings, openSecret, now: nowMs }),
    sender: createSender(targetConnectionRules()),
    queues: sqsQueueClient(),
    slow: trackSlowTargets(nowMs),
    ...(stage() === 'sandbox'
      ? { faultInjectionFor: (partnerId) => readFaultInjection(partnerId, batchLoad) }
      : {}),
    firstAttemptsQueueUrl: required('FIRST_ATTEMPTS_QUEUE_URL'),
    retriesQueueUrl: required('RETRIES_QUEUE_URL'),
    waits: parseRetrySchedule(required('WEBHOOK_DELAYS_S')),
    now: nowMs,
    random: Math.random,
    pause,
  };
}
