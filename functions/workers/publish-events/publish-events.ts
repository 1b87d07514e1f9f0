import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import { repeatFromLowest } from '#shared/dynamodb/stream-position';
import { crashPoint } from '#shared/platform/observability/crash-point';
import { logError, logWarning, metric } from '#shared/platform/observability/log';
import { type BusEvent, type EventBus, MAX_ENTRIES } from '#shared/webhooks/messaging/event-bus';
import { toBusEvent } from '#shared/webhooks/messaging/item';
import type { DeliveryQueues, OutgoingMessage, QueueClient } from '#shared/webhooks/messaging/queues';

const MAX_ATTEMPTS = 3;

export interface PublishDependencies extends DeliveryQueues {
  readonly bus: EventBus;
  readonly queues: Pick<QueueClient, 'send'>;
  readonly random: () => number;
  readonly pause: (ms: number) => Promise<void>;
}

interface Pending {
  readonly sequenceNumber: string;
  readonly event: BusEvent;
}

/**
 * Sends the message of each committed delivery to its queue, then publishes all committed outbox records (docs/adr/005). If a
 * queue or the bus refuses records, the stream repeats from the first refused record. An unreadable record is skipped, so that it
 * does not delay other records; the redrive later finds its due item.
 */
export async function publishEvents(
  deps: PublishDependencies,
  records: readonly DynamoDBRecord[],
): Promise<DynamoDBBatchResponse> {
  const pending = records.flatMap((record): Pending[] => {
    const event = toBusEvent(record);
    const sequenceNumber = record.dynamodb?.SequenceNumber;
    if (event !== undefined && sequenceNumber !== undefined) return [{ event, sequenceNumber }];
    metric('unreadableRecord', 1);
    logWarning('Unreadable record skipped', { worker: 'publishEvents', sequenceNumber });
    return [];
  });
  crashPoint('stream.beforeSend');
  // Send webhooks first, so that an event bus that refuses events does not delay webhooks.
  const unsent = await sendDeliveries(deps, pending);
  crashPoint('stream.beforePut');
  const unpublished = await Promise.all(chunksOf(pending).map((chunk) => publish(deps, chunk)));
  crashPoint('stream.afterPut');
  const refused = new Set([...unsent, ...unpublished.flat()].map(({ sequenceNumber }) => sequenceNumber));
  if (refused.size > 0) metric('eventsRefused', refused.size);
  return repeatFromLowest([...refused]);
}

/** Sends the messages of deliveries, ten per call. Returns all messages of the calls that failed. */
async function sendDeliveries(deps: PublishDependencies, pending: readonly Pending[]): Promise<readonly Pending[]> {
  const deliveries = pending.flatMap((one) => {
    const outgoing = toDelivery(deps, one.event);
    return outgoing === undefined ? [] : [{ ...one, outgoing }];
  });
  const chunks = [deps.firstAttemptsQueueUrl, deps.retriesQueueUrl].flatMap((queueUrl) =>
    chunksOf(deliveries.filter(({ outgoing }) => outgoing.queueUrl === queueUrl)),
  );
  const failed = chunks.map(async (chunk) => {
    try {
      await deps.queues.send(chunk.map(({ outgoing }) => outgoing));
      return [];
    } catch (error) {
      logError('A queue refused messages', error, { worker: 'publishEvents', count: chunk.length });
      return chunk;
    }
  });
  return (await Promise.all(failed)).flat();
}

/** Builds the queue message of a delivery. Returns `undefined` for a step: a rule of the bus sends steps to their queue. */
function toDelivery(queues: DeliveryQueues, { detailType, detail }: BusEvent): OutgoingMessage | undefined {
  switch (detailType) {
    case 'notification.ready':
      return { queueUrl: queues.firstAttemptsQueueUrl, message: detail };
    case 'notification.replayed':
      return { queueUrl: queues.retriesQueueUrl, message: detail };
    case 'step.ready':
      return undefined;
  }
}

/** Publishes a chunk in up to three attempts; new attempts contain only refused events. Returns the events still refused. */
async function publish(deps: PublishDependencies, chunk: readonly Pending[]): Promise<readonly Pending[]> {
  let pending = chunk;
  for (let attempt = 1; ; attempt += 1) {
    const taken = await offer(deps.bus, pending);
    pending = pending.filter((_, index) => taken[index] !== true);
    if (pending.length === 0 || attempt === MAX_ATTEMPTS) return pending;
    await deps.pause(50 + deps.random() * 100 * 2 ** attempt);
  }
}

async function offer(bus: EventBus, pending: readonly Pending[]): Promise<readonly boolean[]> {
  try {
    return await bus.put(pending.map(({ event }) => event));
  } catch (error) {
    logError('The event bus did not respond', error, { worker: 'publishEvents', count: pending.length });
    return [];
  }
}

/** Splits records into chunks of ten, the maximum of one call to the bus or a queue. */
function chunksOf<One>(all: readonly One[]): readonly (readonly One[])[] {
  return Array.from({ length: Math.ceil(all.length / MAX_ENTRIES) }, (_, index) =>
    all.slice(index * MAX_ENTRIES, (index + 1) * MAX_ENTRIES),
  );
}
