import { setTimeout as pause } from 'node:timers/promises';
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { writeMetrics } from '#shared/platform/observability/metric';
import { eventBridgeBus } from '#shared/webhooks/messaging/event-bus';
import { type PublishDependencies, publishEvents } from './publish-events';

let kept: PublishDependencies | undefined;

export async function handler(event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  kept ??= { bus: eventBridgeBus(), random: Math.random, pause };
  const answer = await publishEvents(kept, event.Records);
  writeMetrics();
  return answer;
}
