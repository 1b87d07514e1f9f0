import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { check, expectStatus, waitFor } from '#cloud/phases/checks';
import { pausedMapping } from '#cloud/phases/mappings';
import { operate, type Target } from '#cloud/plan/target';
import type { ApiClient } from '#local/partner/api-client';
import type { Receiver } from '#local/partner/webhook-receiver';

const notification = z.object({ id: z.string(), status: z.string() });
const notificationsPage = z.object({ data: z.object({ data: z.array(notification) }) });

/** A partner with an endpoint that receives its webhooks. */
export interface Subscriber {
  readonly partner: ApiClient;
  readonly receiver: Receiver;
}

const payload = z.object({ transactionId: z.string().optional(), event: z.string(), sequence: z.int().optional() });

/** Whether the five webhooks of a transaction that completes have come, whatever came twice. */
export function hasEveryWebhook({ received }: Receiver, transactionId: string): boolean {
  const events = received.map(({ body }) => payload.parse(JSON.parse(body)));
  const own = events.filter((one) => one.transactionId === transactionId);
  const sequences = new Set(own.map(({ sequence }) => sequence));
  return [1, 2, 3, 4, 5].every((number) => sequences.has(number));
}

/** Sends a test webhook. @returns the id of its notification */
export async function sendTest({ partner }: Pick<Subscriber, 'partner'>): Promise<string> {
  expectStatus(await partner.post('/webhook-settings/test'), 200, 201, 202);
  const answer = expectStatus(await partner.get('/webhook-notifications?limit=1'), 200);
  const [newest] = notificationsPage.parse(answer.body).data.data;
  check(newest !== undefined, 'the test webhook is not listed');
  return newest.id;
}

async function awaitStatus({ partner }: Subscriber, id: string, status: string): Promise<void> {
  await waitFor(`status ${status} of a notification`, 60, async () => {
    const answer = expectStatus(await partner.get(`/webhook-notifications/${id}`), 200);
    return z.object({ data: notification }).parse(answer.body).data.status === status ? true : undefined;
  });
}

/** Five refused attempts end a notification; a retry that the partner asks for delivers it. */
export async function failAndRetry(subscriber: Subscriber): Promise<string> {
  const { partner, receiver } = subscriber;
  expectStatus(await partner.put('/webhook-settings', { url: receiver.url }), 200);
  const before = receiver.received.length;
  receiver.answer = () => ({ status: 500 });
  const id = await sendTest(subscriber);
  await awaitStatus(subscriber, id, 'FAILED');
  const refused = receiver.received.length - before;
  check(refused === 5, `${refused} attempts instead of five`);
  receiver.answer = () => ({ status: 200 });
  expectStatus(await partner.post(`/webhook-notifications/${id}/retry`), 200, 202);
  await awaitStatus(subscriber, id, 'SENT');
  const repeated = receiver.received.length - before - refused;
  check(repeated === 1, `${repeated} requests of the retry instead of one`);
  return 'five attempts, FAILED; one more on request, SENT';
}

const received = z.object({ Messages: z.array(z.object({ Body: z.string(), ReceiptHandle: z.string() })).default([]) });

/** How often a message of the queues may be received before it is a dead letter. */
const MAX_RECEIVES = 5;

/**
 * A message that five receives do not finish becomes a dead letter, and its notification FAILED without an attempt; the
 * operator tool shows what is left in a queue of dead letters. The consumer of first attempts stands still during it, so
 * no other phase may wait for webhooks.
 */
export async function leaveDeadLetter(target: Target, subscriber: Subscriber): Promise<string> {
  const { partner, receiver } = subscriber;
  const { aws } = target.cloud;
  const { FirstLaneUrl: QueueUrl, StepsDeadLettersUrl } = target.outputs;
  expectStatus(await partner.put('/webhook-settings', { url: receiver.url }), 200);
  const before = receiver.received.length;
  const id = await pausedMapping(target, QueueUrl, async () => {
    const own = await sendTest(subscriber);
    let receives = 0;
    await waitFor('the message and its receives', 60, async () => {
      const receive = { QueueUrl, VisibilityTimeout: 0, WaitTimeSeconds: 1, MaxNumberOfMessages: 1 };
      const { Messages } = await aws.call(
        { service: 'sqs', operation: 'ReceiveMessage', parameters: receive },
        received,
      );
      receives += Messages.filter(({ Body }) => Body.includes(own)).length;
      return receives >= MAX_RECEIVES ? true : undefined;
    });
    // The queue moves it away when it is asked for it once more.
    for (const _ of [1, 2]) {
      await aws.send({ service: 'sqs', operation: 'ReceiveMessage', parameters: { QueueUrl, VisibilityTimeout: 0 } });
      await sleep(200);
    }
    await awaitStatus(subscriber, own, 'FAILED');
    return own;
  });
  check(receiver.received.length === before, 'the endpoint was called');
  expectStatus(await partner.post(`/webhook-notifications/${id}/retry`), 200, 202);
  await awaitStatus(subscriber, id, 'SENT');
  const letter = { QueueUrl: StepsDeadLettersUrl, MessageBody: '{"no":"step"}' };
  await aws.send({ service: 'sqs', operation: 'SendMessage', parameters: letter });
  const shown = JSON.stringify(await operate(target, ['dlq', 'show', '--queue', 'steps']));
  check(shown.includes('no'), `ops dlq show does not show the letter: ${shown.slice(0, 200)}`);
  await aws.send({ service: 'sqs', operation: 'PurgeQueue', parameters: { QueueUrl: StepsDeadLettersUrl } });
  return 'five receives, FAILED without an attempt, retried, SENT; the operator tool shows letters';
}
