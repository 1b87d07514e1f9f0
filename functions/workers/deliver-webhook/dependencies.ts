import { setTimeout as pause } from 'node:timers/promises';
import { nowMs } from '#shared/config/clock';
import { required, stage } from '#shared/config/environment';
import { deliveryStoreOver } from '#shared/data/deliveries';
import { readJointly } from '#shared/data/joint-reads';
import { readWebhookFaults } from '#shared/data/webhook-faults';
import { configuredEndpoints } from '#shared/delivery/endpoints';
import { sqsQueues } from '#shared/delivery/queues';
import { openSecret } from '#shared/delivery/secret-box';
import { createSender } from '#shared/delivery/sender';
import { slowEndpoints } from '#shared/delivery/slow-endpoints';
import { webhookRules } from '#shared/delivery/webhook-url';
import { parseWaits } from '#shared/domain/webhooks/schedule';
import type { DeliveryDependencies } from './deliver-webhook';

/** What deliveries of this process share: clients, remembered secrets, whose endpoints were slow. */
export function dependencies(): DeliveryDependencies {
  // The messages of a batch run side by side, often of few partners.
  const store = deliveryStoreOver(readJointly);
  return {
    store,
    endpoints: configuredEndpoints({ readSettings: store.readSettings, openSecret, now: nowMs }),
    sender: createSender(webhookRules()),
    queues: sqsQueues(),
    slow: slowEndpoints(nowMs),
    ...(stage() === 'sandbox' ? { faultsOf: (partnerId) => readWebhookFaults(partnerId, readJointly) } : {}),
    firstLaneUrl: required('FIRST_LANE_URL'),
    retryLaneUrl: required('RETRY_LANE_URL'),
    waits: parseWaits(required('WEBHOOK_DELAYS_S')),
    now: nowMs,
    random: Math.random,
    pause,
  };
}
