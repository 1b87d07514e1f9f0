import { setTimeout as pause } from 'node:timers/promises';
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { required } from '#shared/platform/config/environment';
import { writeMetrics } from '#shared/platform/observability/log';
import { eventBridgeBus } from '#shared/webhooks/messaging/event-bus';
import { queueClient } from '#shared/webhooks/messaging/queues';
import { type PublishDependencies, publishEvents } from './publish-events';

let kept: PublishDependencies | undefined;

export async function handler(event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  kept ??= {
    bus: eventBridgeBus(),
    queues: queueClient(),
    firstAttemptsQueueUrl: required('FIRST_ATTEMPTS_QUEUE_URL'),
    retriesQueueUrl: required('RETRIES_QUEUE_URL'),
    random: Math.random,
    pause,
  };
  const response = await publishEvents(kept, event.Records);
  writeMetrics();
  return response;
}
