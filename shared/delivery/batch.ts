import type { SQSBatchResponse, SQSRecord } from 'aws-lambda';
import { logError } from '#shared/observability/log';
import { writeMetrics } from '#shared/observability/metric';

/** `done`: delete the message; `again`: leave it in the queue until it is visible again. */
export type MessageVerdict = 'done' | 'again';

/**
 * Handles the messages of a batch side by side and names those that stay in the queue. One that throws is
 * logged and stays too: the queue gives it back after its visibility timeout, and after its last receive
 * moves it to the dead letters. The call itself never fails, since a failed invocation would bring every
 * message of the batch back and slow down the whole event source.
 */
export async function processMessages(
  worker: string,
  records: readonly SQSRecord[],
  handle: (record: SQSRecord) => Promise<MessageVerdict>,
): Promise<SQSBatchResponse> {
  const verdicts = await Promise.all(records.map((record) => settle(worker, record, handle)));
  writeMetrics();
  return {
    batchItemFailures: records.flatMap((record, index) =>
      verdicts[index] === 'done' ? [] : [{ itemIdentifier: record.messageId }],
    ),
  };
}

async function settle(
  worker: string,
  record: SQSRecord,
  handle: (record: SQSRecord) => Promise<MessageVerdict>,
): Promise<MessageVerdict> {
  try {
    return await handle(record);
  } catch (error) {
    logError('Message failed', error, { worker, attempt: Number(record.attributes.ApproximateReceiveCount) });
    return 'again';
  }
}
