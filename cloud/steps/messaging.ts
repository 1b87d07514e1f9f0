import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { pageOf } from '#cloud/aws/aws-caller';
import { receive, takeMessages } from '#cloud/aws/queue';
import type { Rehearsal } from '#cloud/plan/context';
import { newPartner, type Target } from '#cloud/plan/target';
import { awaitAnswer, check, expectStatus, waitFor } from '#cloud/steps/checks';
import { pausedMapping, sendTest } from '#cloud/steps/webhooks';
import type { ApiClient } from '#local/partner/api-client';
import type { WebhookReceiver } from '#scripts/demo/webhook-receiver';

const withSecret = z.object({ data: z.object({ secret: z.string() }) });

/** A partner whose webhooks come to a receiver of the account, signatures checked. */
export async function openWebhooks(rehearsal: Rehearsal, name: string) {
  const partner = await newPartner(await rehearsal.target(), name);
  const receiver = await rehearsal.startReceiver();
  const { secret } = withSecret.parse(
    expectStatus(await partner.put('/webhook-settings', { url: receiver.url }), 200).body,
  ).data;
  receiver.trust(secret);
  return { partner, receiver };
}

/** Does something with such a partner, and stops reading what comes to it. */
export async function withWebhooks<T>(
  rehearsal: Rehearsal,
  name: string,
  work: (subscriber: { readonly partner: ApiClient; readonly receiver: WebhookReceiver }) => Promise<T>,
): Promise<T> {
  const subscriber = await openWebhooks(rehearsal, name);
  try {
    return await work(subscriber);
  } finally {
    await subscriber.receiver.stop();
  }
}

const TESTS = 30;

/** As many test webhooks at once as Lambda would take for a loop, were it not allowed: each arrives, with a valid signature. */
export async function sendThirtyWebhooks(rehearsal: Rehearsal): Promise<string> {
  return await withWebhooks(rehearsal, 'Thirty', async ({ partner, receiver }) => {
    const startedMs = performance.now();
    const answers = await Promise.all(Array.from({ length: TESTS }, () => partner.post('/webhook-settings/test')));
    for (const answer of answers) expectStatus(answer, 200, 201, 202);
    const ids = await waitFor('every test webhook', 300, async () => {
      const found = new Set(receiver.received.map(({ id }) => id));
      return found.size >= TESTS ? found : undefined;
    });
    const bad = receiver.received.find(({ rejection }) => rejection !== undefined);
    check(bad === undefined, `a webhook is not valid: ${bad?.rejection}`);
    check(ids.size === TESTS, `${ids.size} webhooks instead of ${TESTS}`);
    const repeated = receiver.received.length - ids.size;
    return `${TESTS} asked for, ${ids.size} arrived with valid signatures, ${repeated} of them twice, within ${Math.round((performance.now() - startedMs) / 1000)} s`;
  });
}

/** Proves that a standard queue keeps the partner as the group of a first attempt, which makes it fair. */
export async function checkFairQueues(rehearsal: Rehearsal): Promise<string> {
  const target = await rehearsal.target();
  const { FirstAttemptsQueueUrl: QueueUrl } = target.outputs;
  return await withWebhooks(rehearsal, 'Fair', async ({ partner }) => {
    await pausedMapping(target, QueueUrl, async () => {
      const id = await sendTest({ partner });
      const group = await waitFor('the message of a first attempt', 120, async () => {
        const messages = await receive(target.cloud.aws, { QueueUrl, WaitTimeSeconds: 2, VisibilityTimeout: 0 });
        const own = messages.find(({ Body }) => Body.includes(id));
        return own && { name: own.Attributes.MessageGroupId };
      });
      check(group.name === partner.partnerId, `the message's group is ${group.name ?? 'absent'}`);
    });
    return "the message's group is the partner";
  });
}

const attributes = z.object({ Attributes: z.object({ QueueArn: z.string() }) });
const moves = z.object({
  Results: z
    .array(z.object({ Status: z.string(), ApproximateNumberOfMessagesMoved: z.number().default(0) }))
    .default([]),
});

/** SQS itself moves dead letters back to the queue that they come from. */
export async function moveDeadLetters(rehearsal: Rehearsal): Promise<string> {
  const { cloud, outputs } = await rehearsal.target();
  const { aws } = cloud;
  const { StepsDeadLettersUrl: QueueUrl } = outputs;
  const read = { QueueUrl, AttributeNames: ['QueueArn'] };
  const { QueueArn: SourceArn } = (await aws.call('sqs GetQueueAttributes', read, attributes)).Attributes;
  const letter = { QueueUrl, MessageBody: '{"no":"step"}' };
  await aws.send('sqs SendMessage', letter);
  await aws.send('sqs StartMessageMoveTask', { SourceArn });
  const task = await waitFor('the end of the move', 180, async () => {
    const [newest] = (await aws.call('sqs ListMessageMoveTasks', { SourceArn }, moves)).Results;
    return newest?.Status === 'RUNNING' ? undefined : newest;
  });
  check(task.Status === 'COMPLETED', `the move ended as ${task.Status}`);
  check(task.ApproximateNumberOfMessagesMoved >= 1, 'no message was moved');
  return `${task.ApproximateNumberOfMessagesMoved} message moved back; nothing can read it, so it returns after five attempts`;
}

const readers = pageOf(
  'EventSourceMappings',
  z.object({ State: z.string(), LastProcessingResult: z.string().optional(), EventSourceArn: z.string() }),
);

/** Every reader of the stream and of the queues is enabled and may read. */
export async function checkReaders(rehearsal: Rehearsal): Promise<string> {
  const { cloud, outputs } = await rehearsal.target();
  const all = await cloud.aws.list('lambda ListEventSourceMappings', {}, readers);
  const own = all.filter(({ EventSourceArn }) => /partnerramp/i.test(EventSourceArn));
  const streams = own.filter(({ EventSourceArn }) => EventSourceArn.includes(outputs.TableName));
  check(streams.length === 2, `${streams.length} readers of the table's stream`);
  for (const { State, LastProcessingResult, EventSourceArn } of own) {
    check(State === 'Enabled', `the reader of ${EventSourceArn} is ${State}`);
    check(!LastProcessingResult?.startsWith('PROBLEM'), `the reader of ${EventSourceArn}: ${LastProcessingResult}`);
  }
  const results = new Set(own.flatMap(({ LastProcessingResult }) => LastProcessingResult ?? []));
  return `${own.length} readers enabled, ${streams.length} of the stream; their last results: ${[...results].join(', ')}`;
}

/** Has the bus refuse every event for as long as something is done. */
async function withBusClosed<T>({ cloud, outputs }: Target, work: () => Promise<T>): Promise<T> {
  const { EventBusName } = outputs;
  const { Arn: Resource } = await cloud.aws.call(
    'events DescribeEventBus',
    { Name: EventBusName },
    z.object({ Arn: z.string() }),
  );
  const statement = { Sid: 'Rehearsal', Effect: 'Deny', Principal: '*', Action: 'events:PutEvents', Resource };
  const Policy = JSON.stringify({ Version: '2012-10-17', Statement: [statement] });
  await cloud.aws.send('events PutPermission', { EventBusName, Policy });
  try {
    return await work();
  } finally {
    await cloud.aws.send('events RemovePermission', { EventBusName, RemoveAllPermissions: true });
  }
}

/** Takes what was given up out of its queue. @returns how many there were */
async function takeDiscarded({ cloud: { aws }, outputs }: Target): Promise<number> {
  return (await takeMessages(aws, outputs.OutboxDiscardedUrl)).length;
}

/** Long enough for a first delivery of the record and its repetitions, short of its last one. In ms. */
const REFUSAL_MS = 10_000;

/** Proves that a bus that refuses delays no webhook, and that the stream repeats the record until the bus accepts it: nothing is given up. */
export async function repeatRefused(rehearsal: Rehearsal): Promise<string> {
  const target = await rehearsal.target();
  return await withWebhooks(rehearsal, 'Refused', async ({ partner, receiver }) => {
    await takeDiscarded(target);
    await withBusClosed(target, async () => {
      // A policy of a bus takes a moment to hold.
      await sleep(REFUSAL_MS);
      await sendTest({ partner });
      await waitFor('the webhook, which does not wait for the bus', 60, async () => receiver.received[0]);
    });
    await sleep(REFUSAL_MS);
    check((await takeDiscarded(target)) === 0, 'the record was given up');
    return 'delivered while the bus refused its event; nothing given up';
  });
}

/** Proves that an event which the bus refuses for too long goes to the queue of discarded ranges, and that its webhook went out all the same. */
export async function discardRefused(rehearsal: Rehearsal): Promise<string> {
  const target = await rehearsal.target();
  return await withWebhooks(rehearsal, 'Discarded', async ({ partner, receiver }) => {
    await takeDiscarded(target);
    const startedMs = performance.now();
    const minutes = await withBusClosed(target, async () => {
      await sleep(REFUSAL_MS);
      await sendTest({ partner });
      await awaitAnswer('the range that was given up', 2700, async () =>
        (await takeDiscarded(target)) > 0 ? true : undefined,
      );
      return Math.round((performance.now() - startedMs) / 60_000);
    });
    await waitFor('the webhook', 300, async () => receiver.received[0]);
    return `given up after ${minutes} minutes, in the queue of discarded ranges; the webhook arrived`;
  });
}
