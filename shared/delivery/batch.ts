import type { SQSBatchResponse, SQSRecord } from 'aws-lambda';
import { logError } from '#shared/observability/log';
import { writeMetrics } from '#shared/observability/metric';

/** `done`: delete the message; `again`: leave it in the queue until it is visible again. */
export type MessageVerdict = 'done' | 'again';

/**
 * Seconds after which a message whose handling failed comes again: after its first receive, its second, … What
 * passes by itself (a throttle, a lost connection) costs seconds. All together they last longer than the visibility
 * timeouts of two or three minutes in whose place they stand, so that a longer trouble brings nothing to the dead letters sooner.
 */
const FAILED_WAITS_S = [5, 30, 240, 480];

/** Hides a received message for this long from now. */
export type Postpone = (record: SQSRecord, waitMs: number) => Promise<void>;

/**
 * Handles the messages of a batch side by side and names those that stay in the queue. One that throws is
 * logged and stays too: the queue gives it back after a wait that grows with each receive (after its visibility
 * timeout where there is no `postpone`), and after its last receive moves it to the dead letters. The call itself
 * never fails, since a failed invocation would bring every message of the batch back and slow down the whole
 * event source.
 */
export async function processMessages(
  worker: string,
  records: readonly SQSRecord[],
  handle: (record: SQSRecord) => Promise<MessageVerdict>,
  postpone?: Postpone,
): Promise<SQSBatchResponse> {
  const verdicts = await Promise.all(records.map((record) => settle(record, { worker, handle, postpone })));
  writeMetrics();
  return {
    batchItemFailures: records.flatMap((record, index) =>
      verdicts[index] === 'done' ? [] : [{ itemIdentifier: record.messageId }],
    ),
  };
}

interface Handling {
  readonly worker: string;
  readonly handle: (record: SQSRecord) => Promise<MessageVerdict>;
  readonly postpone: Postpone | undefined;
}

async function settle(record: SQSRecord, { worker, handle, postpone }: Handling): Promise<MessageVerdict> {
  try {
    return await handle(record);
  } catch (error) {
    const attempt = Number(record.attributes.ApproximateReceiveCount);
    logError('Message failed', error, { worker, attempt });
    const waitS = FAILED_WAITS_S[attempt - 1];
    // Where this fails, too, the visibility timeout holds.
    if (waitS !== undefined) await postpone?.(record, waitS * 1000).catch(() => undefined);
    return 'again';
  }
}
