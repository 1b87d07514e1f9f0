import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { localClient, queueArn } from '#local/engines/local-cloud';
import { startQueueEngine } from '#local/engines/queue-engine';

describe('queues', () => {
  it('makes them as the template says, on loopback only', async () => {
    const engine = await startQueueEngine({
      queues: {
        Work: {
          VisibilityTimeout: 120,
          MessageRetentionPeriod: 1209600,
          RedrivePolicy: { deadLetterTargetArn: queueArn('graveyard'), maxReceiveCount: 5 },
        },
        Dead: { QueueName: 'graveyard' },
      },
    });
    const sqs = new SQSClient(localClient(engine.endpoint));
    try {
      expect(engine.endpoint).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
      expect(engine.queues.get('Dead')).toMatchObject({ name: 'graveyard', arn: queueArn('graveyard') });
      const { Attributes } = await sqs.send(
        new GetQueueAttributesCommand({ QueueUrl: engine.queues.get('Work')?.url, AttributeNames: ['All'] }),
      );
      expect(Attributes).toMatchObject({
        QueueArn: queueArn('Work'),
        VisibilityTimeout: '120',
        MessageRetentionPeriod: '1209600',
      });
      expect(JSON.parse(Attributes?.RedrivePolicy ?? '')).toEqual({
        deadLetterTargetArn: queueArn('graveyard'),
        maxReceiveCount: 5,
      });
    } finally {
      sqs.destroy();
      await engine.stop();
    }
  });

  it('refuses a redrive to nowhere', async () => {
    const queues = { Work: { RedrivePolicy: { deadLetterTargetArn: queueArn('gone'), maxReceiveCount: 5 } } };
    await expect(startQueueEngine({ queues })).rejects.toThrow(/which does not exist/);
  });
});
