import type { Trial } from '#cloud/plan/trial';
import { waitFor } from '#cloud/steps/checks';
import { awaitCompletion, createdId } from '#cloud/steps/journeys';
import { receive, withoutReader } from '#cloud/steps/webhooks';

/** Takes the message of a transaction's first step out of its queue: the redrive sends it again, and the transaction completes. */
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
