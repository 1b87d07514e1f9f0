import type { Command, Given, OptionSpec } from '#scripts/ops/command';
import {
  type DeadLetterKind,
  deadLetterQueues,
  type Letter,
  type OperatorQueues,
  operatorQueues,
} from '#scripts/ops/dead-letter-queues';
import { UsageFault } from '#scripts/ops/faults';
import { columns } from '#scripts/ops/lines';
import type { StageOutputs } from '#scripts/ops/stage-outputs';
import { readWhole } from '#scripts/ops/values';
import { deliveryQueueFor } from '#shared/webhooks/messaging/delivery-queues';
import {
  nextAttemptMessage,
  parseDeliveryMessage,
  parseStepMessage,
} from '#shared/webhooks/messaging/messages';
import { type OutgoingMessage, sqsQueueClient } from '#shared/webhooks/messaging/queues';

const MOST = 1000;
const options: Readonly<Record<string, OptionSpec>> = {
  queue: { value: 'QUEUE', about: 'webhook, steps, bus or stream (default: webhook)' },
  limit: { value: 'N', about: `Messages to take in hand, 1 to ${MOST} (default: 50)` },
};

function read(given: Given): { readonly kind: DeadLetterKind; readonly limit: number } {
  const text = given.text('queue') ?? 'webhook';
  const kinds: readonly DeadLetterKind[] = ['webhook', 'steps', 'bus', 'stream'];
  const kind = kinds.find((known) => known === text);
  if (kind === undefined) throw new UsageFault(`--queue is one of ${kinds.join(', ')}, not "${text}"`);
  return { kind, limit: readWhole('limit', given.text('limit') ?? '50', { least: 1, most: MOST }) };
}

const show: Command = {
  noun: 'dlq',
  verb: 'show',
  about: 'Show what could not be handled and is kept, without taking it away',
  options,
  prepare(given) {
    const { kind, limit } = read(given);
    return {
      run: ({ outputs }) =>
        withQueues(outputs, async (queues) => {
          const name = deadLetterQueues[kind];
          const url = await queues.urlOf(name);
          const depth = await queues.depthOf(url);
          const letters = await queues.take(url, limit, 'show');
          const shown = letters.map(({ messageId, sentAt, receives, body }) => ({
            messageId,
            sentAt,
            receives,
            message: parsed(body),
          }));
          const rows = letters.map(({ sentAt, receives, body }) => [sentAt ?? '', String(receives), body]);
          const inHand = `${depth.inHand} more are in hand just now and come back within minutes.`;
          const text = [
            letters.length === 0
              ? `Nothing waits in ${name}.`
              : columns(['SENT AT', 'RECEIVES', 'MESSAGE'], rows),
            ...(depth.inHand > 0 ? [inHand] : []),
          ].join('\n\n');
          return { json: { queue: name, ...depth, messages: shown }, text };
        }),
    };
  },
};

const redrive: Command = {
  noun: 'dlq',
  verb: 'redrive',
  about: 'Send what could not be handled on its way once more',
  writes: 'asked',
  options,
  prepare(given) {
    const { kind, limit } = read(given);
    if (kind === 'stream')
      throw new UsageFault(
        'stream holds no messages but ranges of records: the redrive sends what they were about',
      );
    return {
      confirm: { word: kind, act: `redrive ${deadLetterQueues[kind]}` },
      run: (scene) =>
        withQueues(scene.outputs, async (queues) => {
          const name = deadLetterQueues[kind];
          const url = await queues.urlOf(name);
          const { PLATFORM, recordAction } = await import('#shared/partners/audit/repository');
          const details = { queue: name, limit };
          await recordAction({ partnerId: PLATFORM, verb: 'dlq redrive', details, ...scene });
          const target = sqsQueueClient();
          const counts = { redriven: 0, settled: 0, kept: 0 };
          for (const letter of await queues.take(url, limit, 'redrive')) {
            const outgoing = await outgoingOf(queues, letter);
            if (outgoing === 'unreadable') {
              counts.kept += 1;
              continue;
            }
            // Sent first, then taken away: a crash in between sends it twice, which does no harm.
            if (outgoing !== 'settled') await target.send([outgoing]);
            await queues.remove(url, letter);
            counts[outgoing === 'settled' ? 'settled' : 'redriven'] += 1;
          }
          const text = [
            `${counts.redriven} sent on their way again, ${counts.settled} had nothing left to do,`,
            `${counts.kept} cannot be read and stay in ${name}.`,
          ].join(' ');
          const failure =
            counts.kept === 0 ? undefined : `${counts.kept} messages in ${name} cannot be read.`;
          return { json: { queue: name, ...counts }, text, failure };
        }),
    };
  },
};

async function withQueues<Result>(
  outputs: StageOutputs,
  work: (queues: OperatorQueues) => Promise<Result>,
): Promise<Result> {
  const queues = operatorQueues(outputs);
  try {
    return await work(queues);
  } finally {
    queues.close();
  }
}

/**
 * What a letter asks for now. Of a notification its item decides, not the letter: it may have moved on since.
 */
async function outgoingOf(
  queues: OperatorQueues,
  { body }: Letter,
): Promise<OutgoingMessage | 'settled' | 'unreadable'> {
  const text = detailOf(body);
  const step = attempt(() => parseStepMessage(text));
  if (step !== undefined) return { queueUrl: await queues.urlOf('steps'), message: step };
  const asked = attempt(() => parseDeliveryMessage(text));
  if (asked === undefined) return 'unreadable';
  // Loaded here: the other verbs need nothing of it.
  const { deliveryStore } = await import('#shared/webhooks/deliveries/repository');
  const item = await deliveryStore.read({ PK: asked.pk, SK: asked.sk });
  if (item === undefined) return 'unreadable';
  if (item.status !== 'PENDING') return 'settled';
  const deliveryQueues = {
    firstAttemptsQueueUrl: await queues.urlOf('first-attempts'),
    retriesQueueUrl: await queues.urlOf('retries'),
  };
  return { queueUrl: deliveryQueueFor(item, deliveryQueues), message: nextAttemptMessage(item) };
}

/** What the bus could not hand over is the event itself, with the message inside. */
function detailOf(body: string): string {
  const value = parsed(body);
  const isEvent = typeof value === 'object' && value !== null && 'detail' in value;
  return isEvent ? JSON.stringify(value.detail) : body;
}

function parsed(body: string): unknown {
  return attempt(() => JSON.parse(body)) ?? body;
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

export const dlqCommands: readonly Command[] = [show, redrive];
