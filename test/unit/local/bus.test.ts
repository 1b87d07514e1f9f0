import { EventBridgeClient, PutEventsCommand, type PutEventsRequestEntry } from '@aws-sdk/client-eventbridge';
import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { localClient } from '#local/engines/local-cloud';
import { startQueueEngine } from '#local/engines/queue-engine';
import { type BusRule, type BusTarget, type EventBus, startEventBus } from '#local/events/bus';
import { startedForTests } from '#test/support/started-for-tests';

const FIRST = { Source: 'partner-ramp', DetailType: 'notification.ready', EventBusName: 'events' };

const engine = startedForTests(() => startQueueEngine({ queues: { first: {}, second: {}, dead: {} } }));
let sqs: SQSClient;
let bus: EventBus;
let client: EventBridgeClient;
const report = vi.fn();

beforeAll(() => {
  sqs = new SQSClient(localClient(engine().endpoint));
});
afterAll(() => sqs.destroy());
afterEach(async () => {
  client.destroy();
  await bus.stop();
  report.mockClear();
});

async function start(...rules: readonly BusRule[]): Promise<void> {
  bus = await startEventBus({
    busNames: ['events'],
    rules,
    sqsEndpoint: engine().endpoint,
    retryDelaysMs: [1, 1],
    report,
  });
  client = new EventBridgeClient(localClient(bus.endpoint));
}

function rule(name: string, target: Partial<BusTarget>, extra: Partial<BusRule> = {}): BusRule {
  return {
    name,
    eventBusName: 'events',
    eventPattern: { source: ['partner-ramp'], 'detail-type': ['notification.ready'] },
    targets: [{ id: 'Target0', queueUrl: urlFor('first'), deadLetterQueueUrl: urlFor('dead'), ...target }],
    ...extra,
  };
}

function urlFor(queue: string): string {
  return engine().queues.get(queue)?.url ?? '';
}

function put(...Entries: readonly PutEventsRequestEntry[]) {
  return client.send(new PutEventsCommand({ Entries: [...Entries] }));
}

/** Receives and deletes all messages of a queue. */
async function drain(
  queue: string,
): Promise<readonly { body: string; attributes: Record<string, string | undefined> }[]> {
  const taken: { body: string; attributes: Record<string, string | undefined> }[] = [];
  for (;;) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: urlFor(queue),
        MaxNumberOfMessages: 10,
        MessageAttributeNames: ['All'],
      }),
    );
    if (Messages.length === 0) return taken;
    for (const { Body = '', ReceiptHandle, MessageAttributes = {} } of Messages) {
      const attributes = Object.entries(MessageAttributes).map(([name, value]) => [name, value.StringValue] as const);
      taken.push({ body: Body, attributes: Object.fromEntries(attributes) });
      await sqs.send(new DeleteMessageCommand({ QueueUrl: urlFor(queue), ReceiptHandle }));
    }
  }
}

async function bodies(queue: string): Promise<unknown[]> {
  return (await drain(queue)).map(({ body }): unknown => JSON.parse(body));
}

describe('event bus', () => {
  it('responds for each entry', async () => {
    await start(rule('one', {}));
    const { FailedEntryCount, Entries } = await put(
      { ...FIRST, Detail: '{"n":1}' },
      { ...FIRST, Source: '', Detail: '{}' },
      { Source: 'partner-ramp', Detail: '{}' },
      { Source: 'partner-ramp', DetailType: 'x' },
      { ...FIRST, Detail: 'not json' },
      { ...FIRST, Detail: '[1]' },
      { ...FIRST, EventBusName: 'nowhere', Detail: '{}' },
      { ...FIRST, EventBusName: 'arn:aws:events:us-east-1:000000000000:event-bus/events', Detail: '{"n":2}' },
    );
    expect(FailedEntryCount).toBe(6);
    const [invalid, malformed] = ['InvalidArgument', 'MalformedDetail'];
    const codes = [undefined, invalid, invalid, invalid, malformed, malformed, invalid, undefined];
    expect(Entries?.map(({ ErrorCode }) => ErrorCode)).toEqual(codes);
    await bus.settled();
    expect(await bodies('first')).toEqual(expect.arrayContaining([{ n: 1 }, { n: 2 }]));
  });

  it('refuses too many entries and too many bytes as a whole', async () => {
    await start(rule('detail-only', {}));
    const eleven = Array.from({ length: 11 }, () => ({ ...FIRST, Detail: '{}' }));
    await expect(put(...eleven)).rejects.toMatchObject({ name: 'ValidationException' });
    const large = { ...FIRST, Detail: JSON.stringify({ text: 'x'.repeat(256 * 1024) }) };
    await expect(put(large)).rejects.toMatchObject({
      name: 'ValidationException',
      message: /over the limit/,
    });
    await bus.settled();
    expect(await bodies('first')).toEqual([]);
  });

  it('puts an event that cannot reach its target on the dead-letter queue of that target', async () => {
    const missing = `${urlFor('first')}-missing`;
    await start(rule('broken', { queueUrl: missing }), rule('whole', {}));
    const Time = new Date('2026-11-21T10:00:00.500Z');
    const { Entries } = await put({ ...FIRST, Detail: '{"n":1}', Time, Resources: ['arn:x'] });
    await bus.settled();
    const [dead, ...more] = await drain('dead');
    expect(more).toEqual([]);
    expect(JSON.parse(dead?.body ?? '')).toEqual({
      version: '0',
      id: Entries?.[0]?.EventId,
      'detail-type': 'notification.ready',
      source: 'partner-ramp',
      account: '000000000000',
      time: '2026-11-21T10:00:00Z',
      region: 'us-east-1',
      resources: ['arn:x'],
      detail: { n: 1 },
    });
    expect(dead?.attributes).toMatchObject({
      RULE_ARN: 'arn:aws:events:us-east-1:000000000000:rule/events/broken',
      RETRY_ATTEMPTS: '2',
      ERROR_CODE: expect.any(String),
    });
    expect(await drain('first')).toHaveLength(1);
    expect(report).toHaveBeenCalledWith(expect.stringMatching(/Rule broken could not reach its target/));
  });

  it('refuses rules that it does not support', async () => {
    await start();
    const attempt = (broken: BusRule) =>
      startEventBus({ busNames: ['events'], rules: [broken], sqsEndpoint: engine().endpoint });
    await expect(attempt(rule('a', {}, { eventBusName: 'gone' }))).rejects.toThrow(/there is no bus gone/);
  });
});
