import { ChangeMessageVisibilityCommand, SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { nextAttemptMessage, parseDeliveryMessage, parseStepMessage } from '#shared/webhooks/messaging/messages';
import { delaySeconds, queueUrlFromArn, sqsQueueClient } from '#shared/webhooks/messaging/queues';
import { FIRST_ATTEMPTS_QUEUE, notification, PARTNER, RETRIES_QUEUE } from '#test/unit/delivery/fakes';

const sqs = mockClient(SQSClient);
afterAll(() => sqs.restore());
const message = nextAttemptMessage(notification(1));

beforeEach(() => {
  sqs.reset();
  process.env.AWS_REGION = 'us-east-1';
});

describe('the queues', () => {
  it('take ten messages a call, in the group of their partner, by queue', async () => {
    sqs.on(SendMessageBatchCommand).resolves({ Successful: [], Failed: [] });
    const outgoing = Array.from({ length: 12 }, () => ({
      queueUrl: FIRST_ATTEMPTS_QUEUE,
      message,
      delayMs: 1001,
    }));
    await sqsQueueClient().send([...outgoing, { queueUrl: RETRIES_QUEUE, message }]);
    const inputs = sqs.commandCalls(SendMessageBatchCommand).map(({ args }) => args[0].input);
    expect(inputs.map(({ QueueUrl, Entries }) => [QueueUrl, Entries?.length])).toEqual([
      [FIRST_ATTEMPTS_QUEUE, 10],
      [FIRST_ATTEMPTS_QUEUE, 2],
      [RETRIES_QUEUE, 1],
    ]);
    expect(inputs[0]?.Entries?.[0]).toEqual({
      Id: '0',
      MessageBody: JSON.stringify(message),
      MessageGroupId: PARTNER,
      DelaySeconds: 2,
    });
  });

  it('get refused entries again, and an error reports when they keep refusing', async () => {
    sqs
      .on(SendMessageBatchCommand)
      .resolvesOnce({ Successful: [], Failed: [{ Id: '1', Code: 'X', SenderFault: false }] })
      .resolvesOnce({ Successful: [], Failed: [] })
      .resolves({ Successful: [], Failed: [{ Id: '0', Code: 'X', SenderFault: false }] });
    const outgoing = [
      { queueUrl: FIRST_ATTEMPTS_QUEUE, message },
      { queueUrl: FIRST_ATTEMPTS_QUEUE, message },
    ];
    await sqsQueueClient().send(outgoing);
    expect(sqs.commandCalls(SendMessageBatchCommand)[1]?.args[0].input.Entries?.map(({ Id }) => Id)).toEqual(['1']);
    await expect(sqsQueueClient().send(outgoing)).rejects.toThrow('A queue refused 1 messages');
  });

  it('hide a message for whole seconds, rounded up', async () => {
    sqs.on(ChangeMessageVisibilityCommand).resolves({});
    await sqsQueueClient().postpone({ queueUrl: FIRST_ATTEMPTS_QUEUE, receiptHandle: 'r' }, 26_001);
    expect(sqs.commandCalls(ChangeMessageVisibilityCommand)[0]?.args[0].input).toEqual({
      QueueUrl: FIRST_ATTEMPTS_QUEUE,
      ReceiptHandle: 'r',
      VisibilityTimeout: 27,
    });
  });

  it.each([
    [-5, 0],
    [0, 0],
    [1, 1],
    [1000, 1],
    [60_400, 61],
    [990_000, 900],
  ])('delay %i ms by %i s', (ms, seconds) => {
    expect(delaySeconds(ms)).toBe(seconds);
  });

  it('are recognized by their ARN', () => {
    expect(queueUrlFromArn('arn:aws:sqs:us-east-1:1:retries', [FIRST_ATTEMPTS_QUEUE, RETRIES_QUEUE])).toBe(
      RETRIES_QUEUE,
    );
    expect(() => queueUrlFromArn('arn:aws:sqs:us-east-1:1:queue', [FIRST_ATTEMPTS_QUEUE, RETRIES_QUEUE])).toThrow(
      'unknown queue',
    );
  });
});

describe('messages', () => {
  const step = { v: 1, entity: 'SIM', pk: 'a', sk: 'b', partnerId: 'p', dueAt: 5 };

  it('are read as written', () => {
    expect(parseDeliveryMessage(JSON.stringify(message))).toEqual(message);
    expect(parseStepMessage(JSON.stringify(step))).toEqual(step);
  });

  it.each([
    '',
    '{',
    'null',
    '[]',
    '{}',
    JSON.stringify({ ...message, v: 2 }),
    JSON.stringify({ ...message, attemptsMade: -1 }),
    JSON.stringify({ ...message, attemptsMade: 1.5 }),
    JSON.stringify({ ...message, pk: 1 }),
  ])('of another form or version are refused: %s', (text) =>
    expect(() => parseDeliveryMessage(text)).toThrow(expect.objectContaining({ name: 'UnreadableMessage' })),
  );

  it('of unknown steps are refused', () =>
    expect(() => parseStepMessage(JSON.stringify({ ...step, entity: 'NTF' }))).toThrow('Unknown form'));
});
