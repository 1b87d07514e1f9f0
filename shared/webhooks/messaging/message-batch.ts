import type { SQSBatchResponse, SQSRecord } from 'aws-lambda';
import { logError, writeMetrics } from '#shared/platform/observability/log';

/** `done`: delete the message; `retry`: the queue delivers the message again after its visibility timeout. */
export type MessageResult = 'done' | 'retry';

/**
 * Seconds until a failed message is received again, by number of receives. The four waits (755 s in total) exceed four visibility
 * timeouts (480 s, or 720 s for steps). The dead-letter queue therefore gets no message earlier than without the waits.
 */
const FAILURE_BACKOFF_S = [5, 30, 240, 480];

/** Hides a received message for `waitMs` from now. */
export type Postpone = (record: SQSRecord, waitMs: number) => Promise<void>;

/**
 * Handles the messages of a batch in parallel and returns those that stay in the queue: after an error or the result `retry`.
 * Never throws, because a failed invocation would return the whole batch and throttle the event source.
 */
export async function processMessages(
  worker: string,
  records: readonly SQSRecord[],
  handle: (record: SQSRecord) => Promise<MessageResult>,
  postpone?: Postpone,
): Promise<SQSBatchResponse> {
  const handled = records.map(async (record) => {
    try {
      return await handle(record);
    } catch (error) {
      const attempt = Number(record.attributes.ApproximateReceiveCount);
      logError('Message failed', error, { worker, attempt });
      const waitS = FAILURE_BACKOFF_S[attempt - 1];
      // If `postpone` fails too, the visibility timeout applies.
      if (waitS !== undefined) await postpone?.(record, waitS * 1000).catch(() => undefined);
      return 'retry';
    }
  });
  const results = await Promise.all(handled);
  writeMetrics();
  const left = records.filter((_, index) => results[index] !== 'done');
  return { batchItemFailures: left.map(({ messageId }) => ({ itemIdentifier: messageId })) };
}
