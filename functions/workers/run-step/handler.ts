import { setTimeout as sleep } from 'node:timers/promises';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { nowMs } from '#shared/config/clock';
import { required, stage, wholeNumber } from '#shared/config/environment';
import { type MessageVerdict, processMessages } from '#shared/delivery/batch';
import { parseStepMessage } from '#shared/delivery/messages';
import { type Queues, sqsQueues } from '#shared/delivery/queues';
import { crashPoint } from '#shared/observability/crash-point';
import { bankVerifierOf } from '#shared/providers/bank-verification/bank-verifier';
import { bankPayouts, tokenPayouts } from '#shared/providers/payout/http-payouts';
import { verificationProvider } from '#shared/providers/verification/configured-provider';
import { runStep } from './run-step';

/** Queues delay by whole seconds; what is left of one is waited out here. */
const WAITED_OUT_MS = 1000;

let queues: Queues | undefined;

export async function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  queues ??= sqsQueues();
  const on = {
    now: nowMs,
    stepMs: wholeNumber('SANDBOX_STEP_MS'),
    verificationProvider,
    bankVerifier: () => bankVerifierOf(stage()),
    bankPayouts,
    tokenPayouts,
  };
  const { send, postpone } = queues;
  const queueUrl = required('STEPS_QUEUE_URL');
  const handle = async ({ body }: SQSRecord): Promise<MessageVerdict> => {
    const message = parseStepMessage(body);
    for (;;) {
      const result = await runStep(message, on);
      if (result === 'done') return 'done';
      if (result.waitMs > WAITED_OUT_MS) {
        crashPoint('step.beforeSend');
        await send([{ queueUrl, message, delayMs: result.waitMs - WAITED_OUT_MS / 2 }]);
        return 'done';
      }
      await sleep(result.waitMs);
    }
  };
  return processMessages('runStep', event.Records, handle, async ({ receiptHandle }, waitMs) =>
    postpone({ queueUrl, receiptHandle }, waitMs),
  );
}
