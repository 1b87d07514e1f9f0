import { GetQueueAttributesCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, expect, it } from 'vitest';
import { until } from '#local/partner/api-client';
import { notificationItem } from '#shared/webhooks/item';
import { nextAttemptMessage } from '#shared/webhooks/messaging/messages';
import { announce } from '#test/support/announce';
import { newReceiver } from '#test/support/lifetime';
import { ownStack } from '#test/support/own-stack';
import { allItems } from '#test/support/table-census';
import { ops } from '#test/unit/ops/tool';

const running = await ownStack();
const folder = announce(running);
const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
const sqs = new SQSClient({ endpoint: running.stack.sqsEndpoint, region: 'us-east-1', credentials });
afterAll(() => sqs.destroy());

async function put(queue: string, body: unknown): Promise<void> {
  const MessageBody = typeof body === 'string' ? body : JSON.stringify(body);
  await sqs.send(new SendMessageCommand({ QueueUrl: running.stack.queues[queue], MessageBody }));
}

async function waiting(queue: string): Promise<number> {
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({
      QueueUrl: running.stack.queues[queue],
      AttributeNames: ['ApproximateNumberOfMessages'],
    }),
  );
  return Number(Attributes?.ApproximateNumberOfMessages);
}

async function dlq(...args: string[]) {
  const { code, out, error } = await ops(['dlq', ...args, '--data-dir', folder, '--json']);
  return { code, error, found: JSON.parse(out) };
}

it('lists messages without removing them, redrives those that can be read, and reports those that cannot', async () => {
  const receiver = await newReceiver();
  const partner = await running.newPartner();
  await partner.put('/webhook-settings', { url: receiver.url });
  const userId = await partner.newUser();
  await partner.post(`/users/${userId}/kyc`, { country: 'MX', firstName: 'Ana', lastName: 'García' });
  await until(() => receiver.received.length >= 2);
  const items = await allItems(running.stack);
  const sent = notificationItem.parse(items.find((item) => item.entity === 'NTF'));

  const step = { v: 1, entity: 'TX', pk: 'TX#none', sk: 'META', partnerId: partner.partnerId, dueAt: 1 };
  await put('stepsDeadLetters', step);
  const { found } = await dlq('show', '--queue', 'steps');
  expect(found).toMatchObject({ queue: 'steps-dead-letters', messages: [{ message: step, receives: 1 }] });

  // Messages that the bus could not deliver: events about a delivered notification and about a step, and an unreadable text.
  await put('busUndelivered', { source: 'partner-ramp', detail: nextAttemptMessage(sent) });
  await put('busUndelivered', { source: 'partner-ramp', detail: step });
  await put('busUndelivered', 'nonsense');
  const { found: redriven, code, error } = await dlq('redrive', '--queue', 'bus');
  expect(redriven).toEqual({ queue: 'bus-undelivered', redriven: 1, settled: 1, kept: 1 });
  expect([code, error]).toEqual([1, '1 messages in bus-undelivered are unreadable.\n']);
  expect(await waiting('busUndelivered')).toBe(0);
  const people = await ops(['dlq', 'show', '--queue', 'bus', '--data-dir', folder]);
  expect(people.out).toContain('1 more messages are in flight');
});

it('redrives a notification that is still pending', async () => {
  const receiver = await newReceiver();
  const partner = await running.newPartner();
  await partner.put('/webhook-settings', { url: receiver.url });
  receiver.respond = () => ({ status: 500 });
  const userId = await partner.newUser();
  await partner.post(`/users/${userId}/kyc`, { country: 'MX', firstName: 'Ana', lastName: 'García' });
  await until(() => receiver.received.length >= 1);
  const items = (await allItems(running.stack)).filter((item) => item.entity === 'NTF');
  const pending = notificationItem.parse(items.find(({ partnerId }) => partnerId === partner.partnerId));
  await put('busUndelivered', { detail: nextAttemptMessage(pending) });
  const { found } = await dlq('redrive', '--queue', 'bus');
  expect(found.redriven + found.settled).toBe(1);
  receiver.respond = () => ({ status: 200 });
  await until(async () => {
    const list = await partner.get('/webhook-notifications?status=PENDING');
    return list.body.data.count === 0;
  });
});

it.each([
  [['show', '--queue', 'lost'], '--queue must be one of webhook, steps, bus, stream'],
  [['redrive', '--queue', 'stream'], 'ranges of records instead of messages'],
  [['show', '--limit', '0'], '--limit must be a whole number from 1 to 1000'],
])('refuses %j', async (args, sentence) => {
  const result = await ops(['dlq', ...args, '--data-dir', folder]);
  expect(result.code).toBe(2);
  expect(result.error).toContain(sentence);
});
