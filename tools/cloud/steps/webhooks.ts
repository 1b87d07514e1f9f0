import { setTimeout as sleep } from 'node:timers/promises';
import { paginateListEventSourceMappings } from '@aws-sdk/client-lambda';
import type { ReceiveMessageRequest } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { readAll } from '#cloud/aws/clients';
import type { Trial } from '#cloud/plan/trial';
import { check, expectStatus, waitFor } from '#cloud/steps/checks';
import { awaitCompletion, createdId } from '#cloud/steps/journeys';
import type { ApiClient } from '#local/partner/api-client';

const notification = z.object({ id: z.string(), status: z.string() });
const notifications = z.object({ data: z.object({ data: z.array(notification) }) });

/** Sends a test webhook. @returns the id of its notification */
async function sendTest(partner: ApiClient): Promise<string> {
  expectStatus(await partner.post('/webhook-settings/test'), 200, 201, 202);
  const listed = expectStatus(await partner.get('/webhook-notifications?limit=1'), 200);
  const [newest] = notifications.parse(listed.body).data.data;
  check(newest !== undefined, 'the test webhook is not listed');
  return newest.id;
}

async function awaitStatus(partner: ApiClient, id: string, status: string): Promise<void> {
  await waitFor(`status ${status} of a notification`, 60, async () => {
    const response = expectStatus(await partner.get(`/webhook-notifications/${id}`), 200);
    return z.object({ data: notification }).parse(response.body).data.status === status ? true : undefined;
  });
}

async function retry(partner: ApiClient, id: string): Promise<void> {
  expectStatus(await partner.post(`/webhook-notifications/${id}/retry`), 200, 202);
  await awaitStatus(partner, id, 'SENT');
}

/** Rejects five attempts, so the notification fails; a manual retry delivers it. */
export async function failAndRetry(trial: Trial): Promise<string> {
  const { partner } = await trial.newSubscriber('Retries');
  const { receiver } = trial;
  const attempts = (id: string) => receiver.received.filter((one) => one.id === id).length;
  receiver.respond = () => ({ status: 500 });
  let id = '';
  try {
    id = await sendTest(partner);
    await awaitStatus(partner, id, 'FAILED');
    check(attempts(id) === 5, `${attempts(id)} attempts instead of five`);
  } finally {
    receiver.respond = () => ({ status: 200 });
  }
  await retry(partner, id);
  check(attempts(id) === 6, `${attempts(id) - 5} requests of the retry instead of one`);
  return 'five attempts, FAILED; one more by a retry, SENT';
}

/** Number of receives after which a message moves to the dead-letter queue. */
const MAX_RECEIVES = 5;

/**
 * Receives a message five times. The message moves to the dead-letter queue, and its notification becomes FAILED without an
 * attempt. A manual retry delivers the notification. The operator tool shows a dead letter of steps.
 */
export async function leaveDeadLetter(trial: Trial): Promise<string> {
  const { partner } = await trial.newSubscriber('Dead letters');
  const { aws } = trial.cloud;
  const { FirstAttemptsQueueUrl: QueueUrl, StepsDeadLettersUrl } = (await trial.target('sandbox')).outputs;
  const id = await withoutReader(trial, QueueUrl, async () => {
    const own = await sendTest(partner);
    let receives = 0;
    await waitFor('the message and its receives', 60, async () => {
      const messages = await receive(trial, { QueueUrl, VisibilityTimeout: 0, MaxNumberOfMessages: 1 });
      receives += messages.filter(({ Body }) => Body?.includes(own)).length;
      return receives >= MAX_RECEIVES ? true : undefined;
    });
    // After five receives, the next receive moves the message to the dead-letter queue. Receive twice, because one receive can
    // miss a message.
    for (const _ of [1, 2]) {
      await aws.sqs.receiveMessage({ QueueUrl, VisibilityTimeout: 0 });
      await sleep(200);
    }
    await awaitStatus(partner, own, 'FAILED');
    return own;
  });
  const attempts = trial.receiver.received.filter((one) => one.id === id).length;
  check(attempts === 0, `the endpoint was called ${attempts} times`);
  await retry(partner, id);
  await aws.sqs.sendMessage({ QueueUrl: StepsDeadLettersUrl, MessageBody: '{"no":"step"}' });
  const shown = JSON.stringify(await trial.operate('sandbox', ['dlq', 'show', '--queue', 'steps']));
  check(shown.includes('no'), `ops dlq show does not show the message: ${shown.slice(0, 200)}`);
  await aws.sqs.purgeQueue({ QueueUrl: StepsDeadLettersUrl });
  return 'five receives, FAILED without an attempt, retried, SENT; the operator tool shows dead letters';
}

/** Receives up to ten messages from a queue. */
async function receive({ cloud: { aws } }: Trial, parameters: ReceiveMessageRequest) {
  const own = { WaitTimeSeconds: 1, MaxNumberOfMessages: 10 };
  return (await aws.sqs.receiveMessage({ ...own, ...parameters })).Messages ?? [];
}

/** Disables the event source mapping of a queue during `work`, so that no function reads the queue. */
async function withoutReader<T>({ cloud: { aws } }: Trial, queueUrl: string, work: () => Promise<T>): Promise<T> {
  const queue = queueUrl.split('/').at(-1) ?? '';
  const pages = paginateListEventSourceMappings({ client: aws.lambda }, {});
  const all = await readAll(pages, ({ EventSourceMappings }) => EventSourceMappings);
  const found = all.find(({ EventSourceArn }) => EventSourceArn?.endsWith(`:${queue}`));
  check(found !== undefined, `no function reads the queue ${queue}`);
  const { UUID } = found;
  const enable = async (Enabled: boolean) => {
    await aws.lambda.updateEventSourceMapping({ UUID, Enabled });
    const wanted = Enabled ? 'Enabled' : 'Disabled';
    await waitFor(`the mapping's state ${wanted}`, 90, async () => {
      return (await aws.lambda.getEventSourceMapping({ UUID })).State === wanted ? true : undefined;
    });
  };
  await enable(false);
  try {
    return await work();
  } finally {
    await enable(true);
  }
}

/** Deletes the message of a transaction's first step. The redrive sends the message again, and the transaction completes. */
export async function loseStep(trial: Trial): Promise<string> {
  const { partner, userId } = await trial.newSubscriber('Lost steps');
  const { aws } = trial.cloud;
  const { StepsQueueUrl: QueueUrl } = (await trial.target('sandbox')).outputs;
  const id = await withoutReader(trial, QueueUrl, async () => {
    const created = createdId(await partner.create('/cross-ramp', partner.crossRamp(userId)));
    const { ReceiptHandle } = await waitFor('the message of the first step', 60, async () => {
      const messages = await receive(trial, { QueueUrl, VisibilityTimeout: 1 });
      return messages.find(({ Body }) => Body?.includes(created));
    });
    await aws.sqs.deleteMessage({ QueueUrl, ReceiptHandle });
    return created;
  });
  const startedMs = performance.now();
  await awaitCompletion(partner, [id]);
  return `completed ${Math.round((performance.now() - startedMs) / 1000)} s after the loss of its first step`;
}
