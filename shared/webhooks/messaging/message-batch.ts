import type { SQSBatchResponse, SQSRecord } from 'aws-lambda';
import { logError, writeMetrics } from '#shared/platform/observability/log';

/** `done`: delete the message; `retry`: leave it in the queue until it is visible again. */
export type MessageResult = 'done' | 'retry';

/**
 * Seconds until a message whose handling failed is received again: after its first receive, its second, … A short
 * failure (a throttle, a lost connection) costs seconds. Together they last longer than the visibility timeouts of two
 * or three minutes that they replace, so that during a longer failure no message reaches the dead letters sooner.
 */
const FAILURE_BACKOFF_S = [5, 30, 240, 480];

/** Hides a received message for this long from now. */
export type Postpone = (record: SQSRecord, waitMs: number) => Promise<void>;

/**
 * Handles the messages of a batch side by side and names those that stay in the queue. One that throws is logged and
 * stays too: the queue gives it back after a wait that grows with each receive (after its visibility timeout where
 * there is no `postpone`), and after its last receive moves it to the dead letters. The call itself never fails, since
 * a failed invocation would bring every message of the batch back and slow down the whole event source.
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
      // Should this fail, too, the visibility timeout holds.
      if (waitS !== undefined) await postpone?.(record, waitS * 1000).catch(() => undefined);
      return 'retry';
    }
  });
  const results = await Promise.all(handled);
  writeMetrics();
  const left = records.filter((_, index) => results[index] !== 'done');
  return { batchItemFailures: left.map(({ messageId }) => ({ itemIdentifier: messageId })) };
}
