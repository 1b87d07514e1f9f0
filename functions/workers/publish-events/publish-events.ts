import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import { repeatFromLowest } from '#shared/dynamodb/stream-position';
import { crashPoint } from '#shared/platform/observability/crash-point';
import { logError, logWarning } from '#shared/platform/observability/log';
import { metric } from '#shared/platform/observability/metric';
import { type BusEvent, type EventBus, MAX_ENTRIES } from '#shared/webhooks/messaging/event-bus';
import { toBusEvent } from '#shared/webhooks/messaging/item';

const MAX_ATTEMPTS = 3;

export interface PublishDependencies {
  readonly bus: EventBus;
  readonly random: () => number;
  readonly pause: (ms: number) => Promise<void>;
}

interface Pending {
  readonly sequenceNumber: string;
  readonly event: BusEvent;
}

/**
 * Publishes each committed outbox record on the bus. After three failed tries the lowest refused sequence number is
 * returned: the stream then repeats everything from there, and the delivery worker drops duplicates. A record that
 * cannot be read is skipped, so that it does not delay the others; its item stays due, and the redrive finds it.
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
  const chunks = Array.from({ length: Math.ceil(pending.length / MAX_ENTRIES) }, (_, index) =>
    pending.slice(index * MAX_ENTRIES, (index + 1) * MAX_ENTRIES),
  );
  crashPoint('stream.beforePut');
  const refused = (await Promise.all(chunks.map((chunk) => publish(deps, chunk)))).flat();
  crashPoint('stream.afterPut');
  if (refused.length > 0) metric('eventsRefused', refused.length);
  return repeatFromLowest(refused.map(({ sequenceNumber }) => sequenceNumber));
}

/** Publishes a chunk in up to three tries, each with what was refused before; returns what is still refused. */
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
    logError('The event bus did not answer', error, { worker: 'publishEvents', count: pending.length });
    return [];
  }
}
