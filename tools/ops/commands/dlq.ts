import type { StageOutputs } from '#ops/connection';
import { attempt, UsageError } from '#ops/errors';
import { choice, optional, whole, withDefault } from '#ops/options';
import { HIDDEN_S, operatorQueue } from '#ops/queues';
import { table } from '#ops/text';
import { byWord, verb } from '#ops/verb';
import { deliveryStore } from '#shared/webhooks/deliveries/repository';
import { nextAttemptMessage, parseDeliveryMessage, parseStepMessage } from '#shared/webhooks/messaging/messages';
import { deliveryQueueFor, type OutgoingMessage, sqsQueueClient } from '#shared/webhooks/messaging/queues';

/** Dead-letter queues: the name of the queue, and the stack output with its URL. */
const queues = {
  webhook: ['webhook-dead-letters', 'WebhookDeadLettersUrl'],
  steps: ['steps-dead-letters', 'StepsDeadLettersUrl'],
  bus: ['bus-undelivered', 'BusUndeliveredUrl'],
  stream: ['outbox-discarded', 'OutboxDiscardedUrl'],
} as const;

const kinds = ['webhook', 'steps', 'bus', 'stream'] as const;
const options = {
  queue: withDefault(
    optional('QUEUE', 'The dead-letter queue: webhook, steps, bus or stream (default: webhook)', choice(kinds)),
    'webhook',
  ),
  limit: withDefault(optional('N', 'Maximum number of messages, 1 to 1000 (default: 50)', whole(1, 1000)), 50),
};

export const dlq = {
  show: verb({
    about: 'Show the messages of a dead-letter queue without removing them',
    options,
    async run({ queue: kind, limit }, { outputs }) {
      const [queue, address] = queues[kind];
      const { depth: readDepth, take } = operatorQueue(await outputs(address));
      const depth = await readDepth();
      const letters = await take(limit, HIDDEN_S.show);
      const messages = letters.map(({ messageId, sentAt, receives, body }) => {
        return { messageId, sentAt, receives, message: parsed(body) };
      });
      const rows = letters.map((one) => ({
        'SENT AT': one.sentAt,
        RECEIVES: one.receives,
        MESSAGE: one.body,
      }));
      const shown = table(rows, `There are no messages in ${queue}.`);
      const inHand = `\n\n${depth.inHand} more messages are in flight and can become visible within minutes.`;
      return { json: { queue, ...depth, messages }, text: `${shown}${depth.inHand > 0 ? inHand : ''}` };
    },
  }),

  redrive: verb({
    about:
      'Send the messages of a dead-letter queue to their workers again. For --queue stream, use stream replay instead',
    writes: true,
    options,
    check({ queue }) {
      if (queue !== 'stream') return;
      throw new UsageError('The queue stream contains ranges of records instead of messages: use "stream replay"');
    },
    confirm: ({ queue }) => byWord(queue, `redrive ${queues[queue][0]}`),
    async run({ queue: kind, limit }, { outputs, record }) {
      const [queue, address] = queues[kind];
      const { take, remove } = operatorQueue(await outputs(address));
      await record({ queue, limit });
      const target = sqsQueueClient();
      const counts = { redriven: 0, settled: 0, kept: 0 };
      for (const letter of await take(limit, HIDDEN_S.redrive)) {
        const outgoing = await outgoingNow(letter.body, outputs);
        // Send first, then delete. After a crash in between, the message is sent twice, which is harmless.
        if (typeof outgoing === 'object') await target.send([outgoing]);
        if (outgoing !== 'kept') await remove(letter);
        counts[typeof outgoing === 'object' ? 'redriven' : outgoing] += 1;
      }
      const { redriven, settled, kept } = counts;
      return {
        json: { queue, ...counts },
        text: `${redriven} messages were sent again, ${settled} were already settled, ${kept} are unreadable and remain in ${queue}.`,
        ...(kept > 0 && { failure: `${kept} messages in ${queue} are unreadable.` }),
      };
    },
  }),
};

/**
 * Returns the message to send. Returns `settled` if the delivery has ended, and `kept` if the message is unreadable or the
 * delivery does not exist.
 */
async function outgoingNow(body: string, outputs: StageOutputs): Promise<OutgoingMessage | 'settled' | 'kept'> {
  const text = detailText(body);
  const step = attempt(() => parseStepMessage(text));
  if (step !== undefined) return { queueUrl: await outputs('StepsQueueUrl'), message: step };
  const delivery = attempt(() => parseDeliveryMessage(text));
  const item = delivery && (await deliveryStore.read(delivery));
  if (item === undefined) return 'kept';
  if (item.status !== 'PENDING') return 'settled';
  const queues = {
    firstAttemptsQueueUrl: await outputs('FirstAttemptsQueueUrl'),
    retriesQueueUrl: await outputs('RetriesQueueUrl'),
  };
  return { queueUrl: deliveryQueueFor(item, queues), message: nextAttemptMessage(item) };
}

/** Returns the message inside an event that EventBridge could not deliver. Returns any other body unchanged. */
function detailText(body: string): string {
  const value = parsed(body);
  const isEvent = typeof value === 'object' && value !== null && 'detail' in value;
  return isEvent ? JSON.stringify(value.detail) : body;
}

function parsed(body: string): unknown {
  return attempt(() => JSON.parse(body)) ?? body;
}
