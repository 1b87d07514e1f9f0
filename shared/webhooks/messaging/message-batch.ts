import type { SQSBatchResponse, SQSRecord } from 'aws-lambda';
import { logError, writeMetrics } from '#shared/platform/observability/log';

/** `done`: delete the message; `retry`: the queue delivers the message again after its visibility timeout. */
export type MessageResult = 'done' | 'retry';

/**
 * Seconds until a failed message is received again, by number of receives. After a short failure (throttling, a lost connection),
 * a message waits only seconds. The four waits (755 s in total) are longer than four visibility timeouts (480 s, or 720 s for
 * steps). Therefore a message does not reach the dead-letter queue earlier than without these waits.
 */
const FAILURE_BACKOFF_S = [5, 30, 240, 480];

/** Hides a received message for `waitMs` from now. */
export type Postpone = (record: SQSRecord, waitMs: number) => Promise<void>;

/**
 * Handles the messages of a batch in parallel and returns those that stay in the queue. If a message causes an error, the error
 * is logged and the message stays. With `postpone`, the queue delivers it again after a growing wait, otherwise after its
 * visibility timeout. After the last receive, the queue moves the message to the dead-letter queue. Never throws, because a
 * failed invocation would return the whole batch and throttle the event source.
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
