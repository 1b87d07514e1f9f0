import * as z from 'zod';
import { waitFor } from '#cloud/phases/checks';
import { pausedMapping } from '#cloud/phases/mappings';
import { awaitCompletion, createdId } from '#cloud/phases/transactions';
import type { Target } from '#cloud/plan/target';
import type { ApiClient } from '#local/partner/api-client';

const received = z.object({ Messages: z.array(z.object({ Body: z.string(), ReceiptHandle: z.string() })).default([]) });

/** Takes the message of a transaction's next step out of its queue, as if the queue had lost it. @returns its id */
export async function loseStep(target: Target, partner: ApiClient, userId: string): Promise<string> {
  const { aws } = target.cloud;
  const QueueUrl = target.outputs.StepsQueueUrl;
  return await pausedMapping(target, QueueUrl, async () => {
    const id = createdId(await partner.post('/cross-ramp', partner.crossRamp(userId)));
    await waitFor('the message of the first step', 60, async () => {
      const receive = { QueueUrl, VisibilityTimeout: 1, WaitTimeSeconds: 1, MaxNumberOfMessages: 10 };
      const { Messages } = await aws.call(
        { service: 'sqs', operation: 'ReceiveMessage', parameters: receive },
        received,
      );
      const own = Messages.find(({ Body }) => Body.includes(id));
      if (own === undefined) return undefined;
      const { ReceiptHandle } = own;
      await aws.send({ service: 'sqs', operation: 'DeleteMessage', parameters: { QueueUrl, ReceiptHandle } });
      return true;
    });
    return id;
  });
}

/** The redrive of every minute finds the overdue step, and the transaction completes. */
export async function awaitRedrive(partner: ApiClient, id: string): Promise<string> {
  const startedMs = performance.now();
  await awaitCompletion(partner, [id]);
  return `the lost step was sent again by the schedule; completed ${Math.round((performance.now() - startedMs) / 1000)} s later`;
}
