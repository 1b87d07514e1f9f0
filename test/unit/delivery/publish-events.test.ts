/** Rows F05 and F07: from the table stream to the bus. */
import type { DynamoDBRecord } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { publishEvents } from '#functions/workers/publish-events/publish-events';
import type { BusEvent } from '#shared/webhooks/messaging/event-bus';
import { toBusEvent } from '#shared/webhooks/messaging/item';

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

/** A bus that refuses, call by call, the listed ids, or fails with an error. */
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

const calm = { random: () => 0, pause: async () => {} };
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
    expect(await publishEvents({ bus, ...calm }, records(23))).toEqual({ batchItemFailures: [] });
    expect(bus.calls.map((ids) => ids.length)).toEqual([10, 10, 3]);
    expect(new Set(bus.taken).size).toBe(23);
  });

  it('F07: sends only the refused entries again', async () => {
    const bus = newBus(['n-2', 'n-4'], ['n-4']);
    expect(await publishEvents({ bus, ...calm }, records(5))).toEqual({ batchItemFailures: [] });
    expect(bus.calls).toEqual([['n-1', 'n-2', 'n-3', 'n-4', 'n-5'], ['n-2', 'n-4'], ['n-4']]);
  });

  it('F07: names the lowest sequence number that stays refused, compared as a number', async () => {
    const bus = newBus(['n-9', 'n-10'], ['n-9', 'n-10'], ['n-9', 'n-10']);
    const result = await publishEvents({ bus, ...calm }, [record('10'), record('9'), record('8')]);
    expect(result).toEqual({ batchItemFailures: [{ itemIdentifier: '9' }] });
    expect(bus.taken).toEqual(['n-8']);
  });

  it('F05: names the first record when the bus does not answer at all', async () => {
    const down = new Error('down');
    const result = await publishEvents({ bus: newBus(down, down, down), ...calm }, records(3));
    expect(result).toEqual({ batchItemFailures: [{ itemIdentifier: '1' }] });
  });

  it('treats a bus that answers for too few entries as one that refuses', async () => {
    const bus = { put: async () => [true] };
    expect(await publishEvents({ bus, ...calm }, records(4))).toEqual({
      batchItemFailures: [{ itemIdentifier: '4' }],
    });
  });
});
