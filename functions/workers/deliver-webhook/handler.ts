import { setTimeout as pause } from 'node:timers/promises';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { nowMs } from '#shared/config/clock';
import { localNetworkAllowed, required, stage } from '#shared/config/environment';
import { deliveryStore } from '#shared/data/deliveries';
import { readWebhookFaults } from '#shared/data/webhook-faults';
import { processMessages } from '#shared/delivery/batch';
import { configuredEndpoints } from '#shared/delivery/endpoints';
import { parseDeliveryMessage } from '#shared/delivery/messages';
import { queueUrlOf, sqsQueues } from '#shared/delivery/queues';
import { openSecret } from '#shared/delivery/secret-box';
import { createSender } from '#shared/delivery/sender';
import { slowEndpoints } from '#shared/delivery/slow-endpoints';
import { parseWaits } from '#shared/domain/webhooks/schedule';
import { type DeliveryDependencies, deliver } from './deliver-webhook';
import { sidelined } from './sideline';

let kept: DeliveryDependencies | undefined;
function dependencies(): DeliveryDependencies {
  return {
    store: deliveryStore,
    endpoints: configuredEndpoints({ readSettings: deliveryStore.readSettings, openSecret, now: nowMs }),
    sender: createSender({ localNetworkAllowed: localNetworkAllowed() }),
    queues: sqsQueues(),
    slow: slowEndpoints(nowMs),
    ...(stage() === 'sandbox' ? { faultsOf: readWebhookFaults } : {}),
    firstLaneUrl: required('FIRST_LANE_URL'),
    retryLaneUrl: required('RETRY_LANE_URL'),
    waits: parseWaits(required('WEBHOOK_DELAYS_S')),
    now: nowMs,
    random: Math.random,
    pause,
  };
}

export async function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  kept ??= dependencies();
  const on = kept;
  return processMessages('deliverWebhook', event.Records, async ({ body, eventSourceARN, receiptHandle }) => {
    const message = parseDeliveryMessage(body);
    const queueUrl = queueUrlOf(eventSourceARN, [on.firstLaneUrl, on.retryLaneUrl]);
    if (await sidelined(on, message, queueUrl)) return 'done';
    const verdict = await deliver(on, message);
    if (verdict === 'done') return 'done';
    return on.queues.postpone({ queueUrl, receiptHandle }, verdict.againInMs).then(() => 'again');
  });
}
