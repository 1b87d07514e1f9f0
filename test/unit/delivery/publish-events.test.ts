/** Tests of the failures F05, F07 and F10 (docs/reliability.md): from the table stream to the queues and the event bus. */
import type { DynamoDBRecord } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { publishEvents } from '#functions/workers/publish-events/publish-events';
import type { BusEvent } from '#shared/webhooks/messaging/event-bus';
import { toBusEvent } from '#shared/webhooks/messaging/item';
import type { OutgoingMessage } from '#shared/webhooks/messaging/queues';

function record(
  sequenceNumber: string,
  image: NonNullable<DynamoDBRecord['dynamodb']>['NewImage'] = {},
): DynamoDBRecord {
  return {
    eventName: 'INSERT',
    dynamodb: {
      SequenceNumber: sequenceNumber,
      NewImage: {
        PK: { S: 'TX#1' },
        SK: { S: `NTF#${sequenceNumber}` },
        entity: { S: 'NTF' },
        id: { S: `n-${sequenceNumber}` },
        partnerId: { S: 'p' },
        deliveryRun: { N: '1' },
        retryAttempts: { N: '0' },
        body: { S: '{"firstName":"Ana"}' },
        outbox: { S: 'OPEN' },
        ...image,
      },
    },
  };
}

/** Returns a fake bus. Each entry of `refusals` applies to one request: ids that the bus rejects, or an error. */
function newBus(...refusals: (readonly string[] | Error)[]) {
  const calls: string[][] = [];
  const taken: string[] = [];
  return {
    calls,
    taken,
    async put(events: readonly BusEvent[]) {
      const ids = events.map(({ detail }) => ('id' in detail ? String(detail.id) : '?'));
      calls.push(ids);
      const refused = refusals.shift() ?? [];
      if (refused instanceof Error) throw refused;
      taken.push(...ids.filter((id) => !refused.includes(id)));
      return ids.map((id) => !refused.includes(id));
    },
  };
}

/** Returns fake queues. Each entry of `failures` applies to one request: an error, or `undefined` for success. */
function newQueues(...failures: (Error | undefined)[]) {
  const sent: string[][] = [];
  return {
    sent,
    async send(outgoing: readonly OutgoingMessage[]) {
      const failure = failures.shift();
      if (failure !== undefined) throw failure;
      sent.push(outgoing.map(({ queueUrl, message }) => `${'id' in message ? message.id : '?'} ${queueUrl}`));
    },
  };
}

const calm = { random: () => 0, pause: async () => {} };
const urls = { firstAttemptsQueueUrl: 'first', retriesQueueUrl: 'retries' };
const publish = (batch: readonly DynamoDBRecord[], bus = newBus(), queues = newQueues()) =>
  publishEvents({ bus, queues, ...urls, ...calm }, batch);
const records = (count: number) => Array.from({ length: count }, (_, index) => record(String(index + 1)));

describe('the event of a record', () => {
  it('names a notification by ids and counters only', () => {
    expect(toBusEvent(record('7', { deliveryRun: { N: '2' }, retryAttempts: { N: '3' } }))).toEqual({
      detailType: 'notification.ready',
      detail: { v: 1, id: 'n-7', pk: 'TX#1', sk: 'NTF#7', partnerId: 'p', deliveryRun: 2, attemptsMade: 3 },
    });
  });

  it('keeps replays out of the queue of new events', () => {
    expect(toBusEvent(record('7', { queue: { S: 'RETRY' } }))).toMatchObject({
      detailType: 'notification.replayed',
      detail: { v: 1, id: 'n-7' },
    });
  });

  it.each(['SIM', 'KYC', 'TX'])('names a due step of %s', (entity) => {
    const image = {
      entity: { S: entity },
      SK: { S: 'SIMULATION' },
      dueAt: { N: '1764500000000' },
      email: { S: 'ana@partner.example' },
    };
    expect(toBusEvent(record('7', image))).toEqual({
      detailType: 'step.ready',
      detail: { v: 1, entity, pk: 'TX#1', sk: 'SIMULATION', partnerId: 'p', dueAt: 1_764_500_000_000 },
    });
  });

  it.each([
    { entity: { S: 'USER' } },
    { entity: { N: '1' } },
    { entity: { S: 'SIM' } },
    { id: { N: '1' } },
    { PK: { N: '1' } },
    { deliveryRun: { S: 'x' } },
  ])('is unknown for %j', (image) => expect(toBusEvent(record('7', image))).toBeUndefined());
});

describe('publishing', () => {
  it('puts ten at a time and reports no failure', async () => {
    const bus = newBus();
    expect(await publish(records(23), bus)).toEqual({ batchItemFailures: [] });
    expect(bus.calls.map((ids) => ids.length)).toEqual([10, 10, 3]);
    expect(new Set(bus.taken).size).toBe(23);
  });

  it('F07: names the lowest sequence number that stays refused, compared as a number', async () => {
    const bus = newBus(['n-9', 'n-10'], ['n-9', 'n-10'], ['n-9', 'n-10']);
    const result = await publish([record('10'), record('9'), record('8')], bus);
    expect(result).toEqual({ batchItemFailures: [{ itemIdentifier: '9' }] });
    expect(bus.taken).toEqual(['n-8']);
  });

  it('treats a bus that responds for too few entries as one that refuses', async () => {
    const bus = { put: async () => [true] };
    expect(await publishEvents({ bus, queues: newQueues(), ...urls, ...calm }, records(4))).toEqual({
      batchItemFailures: [{ itemIdentifier: '4' }],
    });
  });
});

describe('deliveries', () => {
  const step = record('3', { entity: { S: 'SIM' }, dueAt: { N: '1' } });

  it('go to their queue, ten a call: first attempts to one, replays to the other, steps to neither', async () => {
    const [bus, queues] = [newBus(), newQueues()];
    const batch = [...records(11), record('12', { queue: { S: 'RETRY' } }), step];
    expect(await publish(batch, bus, queues)).toEqual({ batchItemFailures: [] });
    expect(queues.sent.map((call) => [call.length, call[0]])).toEqual([
      [10, 'n-1 first'],
      [1, 'n-11 first'],
      [1, 'n-12 retries'],
    ]);
    expect(bus.taken).toHaveLength(13);
  });

  it('F10: come again from the first record of a call that the queue refused; what was sent comes twice', async () => {
    const [bus, queues] = [newBus(), newQueues(undefined, new Error('A queue refused 1 messages'))];
    expect(await publish(records(23), bus, queues)).toEqual({ batchItemFailures: [{ itemIdentifier: '11' }] });
    expect(queues.sent.map((call) => call.length)).toEqual([10, 3]);
    // The bus received all events, although the queues failed.
    expect(bus.taken).toHaveLength(23);
  });

  it('F10: name the lowest number of all that failed, at the queues or at the bus', async () => {
    const down = new Error('down');
    const bus = newBus([], ['n-2'], ['n-2'], ['n-2']);
    const batch = [record('2'), record('9', { queue: { S: 'RETRY' } }), step];
    expect(await publish(batch, bus, newQueues(undefined, down))).toEqual({
      batchItemFailures: [{ itemIdentifier: '9' }],
    });
  });
});
