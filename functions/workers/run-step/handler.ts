import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { nowMs, required, wholeNumber } from '#shared/platform/config/environment';
import { bankVerifier } from '#shared/providers/bank-verification';
import { bankRefunds, conversions, tokenRefunds } from '#shared/providers/orders/refunds';
import { bankPayouts, screening, tokenPayouts } from '#shared/providers/payouts';
import { verificationProvider } from '#shared/providers/verification/http';
import { type MessageResult, processMessages } from '#shared/webhooks/messaging/message-batch';
import { parseStepMessage } from '#shared/webhooks/messaging/messages';
import { queueClient } from '#shared/webhooks/messaging/queues';
import { runOrSendBack } from './run-step';

export async function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  const deps = {
    now: nowMs,
    stepMs: wholeNumber('SANDBOX_STEP_MS'),
    verificationProvider,
    bankVerifier,
    screening,
    bankPayouts,
    tokenPayouts,
    conversions,
    bankRefunds,
    tokenRefunds,
  };
  const { send, postpone } = queueClient();
  const queueUrl = required('STEPS_QUEUE_URL');
  const handle = async ({ body }: SQSRecord): Promise<MessageResult> => {
    const message = parseStepMessage(body);
    await runOrSendBack(message, deps, (delayMs) => send([{ queueUrl, message, delayMs }]));
    return 'done';
  };
  return processMessages('runStep', event.Records, handle, async ({ receiptHandle }, waitMs) =>
    postpone({ queueUrl, receiptHandle }, waitMs),
  );
}
