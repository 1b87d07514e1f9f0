import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { pageOf } from '#cloud/aws/aws-caller';
import { receive } from '#cloud/aws/queue';
import type { Rehearsal } from '#cloud/plan/context';
import { newPartner, operate, type Target } from '#cloud/plan/target';
import { check, expectStatus, waitFor } from '#cloud/steps/checks';
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

/** True once the five webhooks of a transaction that completes have come, whatever came twice. */
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

/** A partner of its own, with a receiver whose answers are chosen. */
async function newSubscriber(rehearsal: Rehearsal): Promise<Subscriber> {
  const receiver = await rehearsal.startLocalReceiver();
  return { partner: await newPartner(await rehearsal.target(), 'Tests'), receiver };
}

/** Five refused attempts end a notification; a retry that the partner asks for delivers it. */
export async function failAndRetry(rehearsal: Rehearsal): Promise<string> {
  const subscriber = await newSubscriber(rehearsal);
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

/** Receives of a message of the queues after which it is a dead letter. */
const MAX_RECEIVES = 5;

/**
 * A message that five receives do not finish becomes a dead letter, and its notification FAILED without an attempt; the
 * operator tool shows what is left in a queue of dead letters. The consumer of first attempts stands still during it, so
 * no other step may wait for webhooks.
 */
export async function leaveDeadLetter(rehearsal: Rehearsal): Promise<string> {
  const target = await rehearsal.target();
  const subscriber = await newSubscriber(rehearsal);
  const { partner, receiver } = subscriber;
  const { aws } = target.cloud;
  const { FirstAttemptsQueueUrl: QueueUrl, StepsDeadLettersUrl } = target.outputs;
  expectStatus(await partner.put('/webhook-settings', { url: receiver.url }), 200);
  const before = receiver.received.length;
  const id = await pausedMapping(target, QueueUrl, async () => {
    const own = await sendTest(subscriber);
    let receives = 0;
    await waitFor('the message and its receives', 60, async () => {
      const messages = await receive(aws, { QueueUrl, VisibilityTimeout: 0, MaxNumberOfMessages: 1 });
      receives += messages.filter(({ Body }) => Body.includes(own)).length;
      return receives >= MAX_RECEIVES ? true : undefined;
    });
    // The queue moves it away when it is asked for it once more.
    for (const _ of [1, 2]) {
      await aws.send('sqs ReceiveMessage', { QueueUrl, VisibilityTimeout: 0 });
      await sleep(200);
    }
    await awaitStatus(subscriber, own, 'FAILED');
    return own;
  });
  check(receiver.received.length === before, 'the endpoint was called');
  expectStatus(await partner.post(`/webhook-notifications/${id}/retry`), 200, 202);
  await awaitStatus(subscriber, id, 'SENT');
  const letter = { QueueUrl: StepsDeadLettersUrl, MessageBody: '{"no":"step"}' };
  await aws.send('sqs SendMessage', letter);
  const shown = JSON.stringify(await operate(target, ['dlq', 'show', '--queue', 'steps']));
  check(shown.includes('no'), `ops dlq show does not show the letter: ${shown.slice(0, 200)}`);
  await aws.send('sqs PurgeQueue', { QueueUrl: StepsDeadLettersUrl });
  return 'five receives, FAILED without an attempt, retried, SENT; the operator tool shows letters';
}

const mapping = z.object({ UUID: z.string(), State: z.string(), EventSourceArn: z.string() });
const mappings = pageOf('EventSourceMappings', mapping);

/** Does something while the consumer of a queue stands still. */
export async function pausedMapping<T>({ cloud }: Target, queueUrl: string, work: () => Promise<T>): Promise<T> {
  const { aws } = cloud;
  const queue = queueUrl.split('/').at(-1) ?? '';
  const all = await aws.list('lambda ListEventSourceMappings', {}, mappings);
  const found = all.find(({ EventSourceArn }) => EventSourceArn.endsWith(`:${queue}`));
  check(found !== undefined, `no function reads the queue ${queue}`);
  const { UUID } = found;
  const enable = async (Enabled: boolean) => {
    await aws.send('lambda UpdateEventSourceMapping', { UUID, Enabled });
    const state = Enabled ? 'Enabled' : 'Disabled';
    await waitFor(`the mapping's state ${state}`, 90, async () => {
      return (await aws.call('lambda GetEventSourceMapping', { UUID }, mapping)).State === state ? true : undefined;
    });
  };
  await enable(false);
  try {
    return await work();
  } finally {
    await enable(true);
  }
}
