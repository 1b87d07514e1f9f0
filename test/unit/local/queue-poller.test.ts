import { GetQueueAttributesCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { localClient, queueArn } from '#local/engines/local-cloud';
import { type QueueEngine, startQueueEngine } from '#local/engines/queue-engine';
import { type QueueMappingProperties, type QueuePoller, startQueuePoller } from '#local/events/queue-poller';
import type { InvocationResult } from '#local/lambda/invocation';
import { until } from '#local/partner/api-client';

let engine: QueueEngine;
let sqs: SQSClient;
let pollers: QueuePoller[];
const report = vi.fn();

beforeEach(async () => {
  pollers = [];
  engine = await startQueueEngine({
    queues: {
      work: {
        VisibilityTimeout: 2,
        RedrivePolicy: { deadLetterTargetArn: queueArn('dead'), maxReceiveCount: 2 },
      },
      dead: { VisibilityTimeout: 30 },
      patient: { VisibilityTimeout: 3600 },
    },
  });
  sqs = new SQSClient(localClient(engine.endpoint));
});
afterEach(async () => {
  await Promise.all(pollers.map((poller) => poller.stop()));
  sqs.destroy();
  await engine.stop();
  report.mockClear();
});

type Respond = (event: SQSEvent) => InvocationResult | Promise<InvocationResult>;

const MAPPING: QueueMappingProperties = { BatchSize: 10, ScalingConfig: { MaximumConcurrency: 20 } };

function poll(respond: Respond, key = 'work', properties = MAPPING) {
  const seen: SQSEvent[] = [];
  const poller = startQueuePoller({
    name: `${key}-mapping`,
    properties,
    functionKey: 'worker',
    invoker: {
      async invoke(_functionKey, event) {
        if (!isQueueEvent(event)) throw new Error('not a queue event');
        seen.push(event);
        return await respond(event);
      },
    },
    sqsEndpoint: engine.endpoint,
    queue: { url: urlFor(key), arn: queueArn(key) },
    report,
  });
  pollers.push(poller);
  const bodies = () => seen.flatMap(({ Records }) => Records.map(({ body }) => body));
  return { seen, poller, bodies };
}

function isQueueEvent(event: unknown): event is SQSEvent {
  return typeof event === 'object' && event !== null && 'Records' in event && Array.isArray(event.Records);
}

function urlFor(key: string): string {
  return engine.queues.get(key)?.url ?? '';
}

async function send(MessageBody: string, key = 'work'): Promise<void> {
  const MessageAttributes = { kind: { DataType: 'String', StringValue: 'test' } };
  await sqs.send(new SendMessageCommand({ QueueUrl: urlFor(key), MessageBody, MessageAttributes }));
}

/** Returns the number of visible and in-flight messages. */
async function depth(key: string): Promise<number> {
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: urlFor(key), AttributeNames: ['All'] }),
  );
  return Number(Attributes.ApproximateNumberOfMessages) + Number(Attributes.ApproximateNumberOfMessagesNotVisible);
}

const done: InvocationResult = { ok: true, payload: undefined };

describe('queue mapping', () => {
  it('gets at once what came in while the mapping was closed, and not after the visibility timeout', async () => {
    const first = poll(() => done, 'patient');
    await send('before', 'patient');
    await until(() => first.bodies().length === 1);
    await first.poller.stop();
    await send('in between', 'patient');
    const second = poll(() => done, 'patient');
    await until(() => second.bodies().length === 1);
    expect(second.bodies()).toEqual(['in between']);
    expect(first.bodies()).toEqual(['before']);
  });

  it('returns only the failed messages of a batch to the queue', async () => {
    for (const body of ['good', 'bad', 'fine']) await send(body);
    const { bodies } = poll(({ Records }) => {
      const bad = Records.filter(
        (record) => record.body === 'bad' && record.attributes.ApproximateReceiveCount === '1',
      );
      return {
        ok: true,
        payload: { batchItemFailures: bad.map(({ messageId }) => ({ itemIdentifier: messageId })) },
      };
    });
    await until(async () => (await depth('work')) === 0);
    expect(bodies().toSorted()).toEqual(['bad', 'bad', 'fine', 'good']);
    expect(await depth('dead')).toBe(0);
  });

  it.each<[string, InvocationResult]>([
    ['an error', { ok: false, reason: 'error', message: 'boom' }],
    ['an unknown identifier', { ok: true, payload: { batchItemFailures: [{ itemIdentifier: 'unknown' }] } }],
  ])('moves a batch to the dead-letter queue after %s each time', async (_name, result) => {
    const { bodies } = poll(() => result);
    await send('poison');
    await until(async () => (await depth('dead')) === 1);
    expect(bodies()).toEqual(['poison', 'poison']);
    expect(await depth('work')).toBe(0);
    expect(report).toHaveBeenCalledTimes(2);
  });

  it('runs as many batches at once as the mapping allows, and no more', async () => {
    for (let n = 0; n < 12; n += 1) await send(String(n));
    let running = 0;
    let most = 0;
    const waiters: (() => void)[] = [];
    const { bodies } = poll(
      async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise<void>((resolve) => waiters.push(resolve));
        running -= 1;
        return done;
      },
      'work',
      { BatchSize: 1, ScalingConfig: { MaximumConcurrency: 4 } },
    );
    await until(() => waiters.length === 4);
    // Each new message must wait until an earlier message is complete.
    await until(() => {
      waiters.shift()?.();
      return bodies().length >= 12;
    });
    for (const resume of waiters.splice(0)) resume();
    expect(most).toBe(4);
  });

  it('receives new messages while earlier batches hang, as long as one more may run', async () => {
    const releases: (() => void)[] = [];
    const hold: Respond = async ({ Records }) => {
      if (Records[0]?.body.startsWith('hangs') === true) await new Promise<void>((resolve) => releases.push(resolve));
      return done;
    };
    const { bodies } = poll(hold, 'patient');
    for (let n = 0; n < 12; n += 1) {
      for (const body of [`hangs ${n}`, `quick ${n}`]) {
        await send(body, 'patient');
        await until(() => bodies().includes(body));
      }
    }
    expect(bodies().filter((body) => body.startsWith('hangs'))).toHaveLength(12);
    for (const resume of releases) resume();
  });

  it('ends an open long poll at once, and waits for a running invocation', async () => {
    const idle = poll(() => done, 'dead');
    const startedAt = performance.now();
    await idle.poller.stop();
    // A long poll takes up to 20 s. `stop` must not wait for its end.
    expect(performance.now() - startedAt).toBeLessThan(10_000);

    let finish: (() => void) | undefined;
    const hold: Respond = async () => {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return done;
    };
    const busy = poll(hold, 'patient');
    await send('last', 'patient');
    await until(() => busy.seen.length === 1);
    const stopped = busy.poller.stop();
    finish?.();
    await stopped;
    expect(await depth('patient')).toBe(0);
  });
});
