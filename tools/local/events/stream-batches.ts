import { setTimeout as sleep } from 'node:timers/promises';
import type { Report } from '#local/engines/local-cloud';
import { readBatchResponse } from '#local/events/batch-response';
import type { StreamRecord } from '#local/events/stream-record';
import { type FunctionInvoker, failureKind } from '#local/lambda/invocation';

/** First and longest delay between attempts with the same records. The delay doubles after each attempt. */
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5_000;

/** Reason for dropping records. */
export type DiscardCondition = 'RetryAttemptsExhausted' | 'RecordAgeExceeded';

export interface Discarded {
  readonly records: readonly StreamRecord[];
  readonly condition: DiscardCondition;
  readonly invokeCount: number;
}

export interface StreamBatchesOptions {
  readonly name: string;
  readonly functionKey: string;
  readonly invoker: FunctionInvoker;
  readonly bisects: boolean;
  /** Maximum number of retries before records are dropped; -1 for no limit. */
  readonly maxRetries: number;
  /** Maximum age in seconds before records are dropped; -1 for no limit. */
  readonly maxAgeS: number;
  readonly signal: AbortSignal;
  readonly report: Report;
  /** Reports that all records up to this sequence number are processed or dropped. */
  readonly onDone: (sequenceNumber: string) => Promise<void>;
  readonly onDiscard: (discarded: Discarded) => Promise<void>;
}

export interface StreamBatches {
  /** Processes or drops all records of a batch, in order. Returns false if the signal aborts before the end of the batch. */
  run(records: readonly StreamRecord[]): Promise<boolean>;
}

/**
 * Records for one invocation. `failures` counts the earlier invocations whose first failed record was `records[0]`. A failure
 * that halves the batch does not count.
 */
interface Segment {
  readonly records: readonly StreamRecord[];
  readonly failures: number;
}

/**
 * Implements the retry rules of a stream mapping. Retries a failed batch from its first failed record; later records wait until
 * that record succeeds or is dropped. If the mapping bisects, first halves the batch until only the failing record remains.
 */
export function streamBatches(options: StreamBatchesOptions): StreamBatches {
  const { name, functionKey, invoker, signal, report } = options;

  return {
    async run(records) {
      const segments: Segment[] = [{ records, failures: 0 }];
      for (let segment = segments.shift(); segment !== undefined; segment = segments.shift()) {
        if (signal.aborted) return false;
        const { fresh, tooOld } = splitByAge(segment.records);
        if (tooOld.length > 0) await discard(tooOld, 'RecordAgeExceeded', segment.failures);
        if (fresh.length === 0) continue;
        const left = await attempt({ records: fresh, failures: tooOld.length > 0 ? 0 : segment.failures });
        segments.unshift(...left);
      }
      return true;
    },
  };

  /** Runs one invocation. Returns the remaining records. */
  async function attempt({ records, failures }: Segment): Promise<readonly Segment[]> {
    const firstFailed = await invoke(records);
    const done = firstFailed === undefined ? records : records.slice(0, firstFailed);
    const lastDone = done.at(-1);
    if (lastDone !== undefined) await options.onDone(lastDone.dynamodb.SequenceNumber);
    if (firstFailed === undefined) return [];

    const rest = records.slice(firstFailed);
    // A failure after the stop of the poller does not count, because the stop can be its cause.
    if (signal.aborted) return [{ records: rest, failures }];
    const failuresBefore = firstFailed === 0 ? failures : 0;
    if (options.bisects && firstFailed === 0 && rest.length > 1) {
      await pause(failuresBefore);
      const middle = Math.ceil(rest.length / 2);
      return [
        { records: rest.slice(0, middle), failures },
        { records: rest.slice(middle), failures: 0 },
      ];
    }
    const failuresNow = failuresBefore + 1;
    if (options.maxRetries >= 0 && failuresNow > options.maxRetries) {
      await discard(rest, 'RetryAttemptsExhausted', failuresNow);
      return [];
    }
    await pause(failuresBefore);
    return [{ records: rest, failures: failuresNow }];
  }

  /** Returns the index of the first failed record; `undefined` if all records succeeded. */
  async function invoke(records: readonly StreamRecord[]): Promise<number | undefined> {
    const result = await invoker.invoke(functionKey, { Records: records });
    if (!result.ok) {
      report(`Mapping ${name}: a batch of ${records.length} failed with ${failureKind(result)}`);
      return 0;
    }
    const numbers = records.map(({ dynamodb }) => dynamodb.SequenceNumber);
    const response = readBatchResponse(result.payload, new Set(numbers));
    if (!response.valid) {
      report(`Mapping ${name}: the response of ${functionKey} is not a batch response. The whole batch failed`);
      return 0;
    }
    if (response.failed.size > 0)
      report(`Mapping ${name}: ${response.failed.size} of ${records.length} records failed`);
    // Records are in the order of their sequence numbers, so the first failed record has the lowest number.
    const first = numbers.findIndex((number) => response.failed.has(number));
    return first === -1 ? undefined : first;
  }

  async function discard(records: readonly StreamRecord[], condition: DiscardCondition, invokeCount: number) {
    await options.onDiscard({ records, condition, invokeCount });
    const last = records.at(-1);
    if (last !== undefined) await options.onDone(last.dynamodb.SequenceNumber);
  }

  /** Splits records at the age limit. The records are sorted, oldest first. */
  function splitByAge(records: readonly StreamRecord[]): {
    fresh: readonly StreamRecord[];
    tooOld: readonly StreamRecord[];
  } {
    if (options.maxAgeS < 0) return { fresh: records, tooOld: [] };
    const oldestS = Date.now() / 1000 - options.maxAgeS;
    const firstFresh = records.findIndex(({ dynamodb }) => dynamodb.ApproximateCreationDateTime >= oldestS);
    const count = firstFresh === -1 ? records.length : firstFresh;
    return { fresh: records.slice(count), tooOld: records.slice(0, count) };
  }

  async function pause(failures: number): Promise<void> {
    const ms = Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS);
    await sleep(ms, undefined, { signal }).catch(() => {});
  }
}
