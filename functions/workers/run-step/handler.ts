import { setTimeout as sleep } from 'node:timers/promises';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { nowMs } from '#shared/platform/config/clock';
import { required, stage, wholeNumber } from '#shared/platform/config/environment';
import { crashPoint } from '#shared/platform/observability/crash-point';
import { bankVerifierFor } from '#shared/providers/bank-verification/configured';
import { bankPayouts, tokenPayouts } from '#shared/providers/payout/configured';
import { verificationProvider } from '#shared/providers/verification/configured';
import { type MessageResult, processMessages } from '#shared/webhooks/messaging/message-batch';
import { parseStepMessage } from '#shared/webhooks/messaging/messages';
import { type QueueClient, sqsQueueClient } from '#shared/webhooks/messaging/queues';
import { runStep } from './run-step';

/** Queues delay by whole seconds; what is left of one is waited out here. */
const MAX_INLINE_WAIT_MS = 1000;

let queues: QueueClient | undefined;

export async function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  queues ??= sqsQueueClient();
  const deps = {
    now: nowMs,
    stepMs: wholeNumber('SANDBOX_STEP_MS'),
    verificationProvider,
    bankVerifier: () => bankVerifierFor(stage()),
    bankPayouts,
    tokenPayouts,
  };
  const { send, postpone } = queues;
  const queueUrl = required('STEPS_QUEUE_URL');
  const handle = async ({ body }: SQSRecord): Promise<MessageResult> => {
    const message = parseStepMessage(body);
    for (;;) {
      const result = await runStep(message, deps);
      if (result === 'done') return 'done';
      if (result.waitMs > MAX_INLINE_WAIT_MS) {
        crashPoint('step.beforeSend');
        await send([{ queueUrl, message, delayMs: result.waitMs - MAX_INLINE_WAIT_MS / 2 }]);
        return 'done';
      }
      await sleep(result.waitMs);
    }
  };
  return processMessages('runStep', event.Records, handle, async ({ receiptHandle }, waitMs) =>
    postpone({ queueUrl, receiptHandle }, waitMs),
  );
}
