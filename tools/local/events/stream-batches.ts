import { setTimeout as sleep } from 'node:timers/promises';
import type { Report } from '#local/engines/local-cloud';
import { readBatchResponse } from '#local/events/batch-response';
import type { StreamRecord } from '#local/events/stream-record';
import { type FunctionInvoker, failureKind } from '#local/lambda/invocation';

/** Waits between attempts at the same records: doubled each time, up to the longest. */
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5_000;

/** Why records were given up. */
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
  /** Retries before records are given up; -1 for ever. */
  readonly maxRetries: number;
  /** Age in seconds at which records are given up; -1 never. */
  readonly maxAgeS: number;
  readonly signal: AbortSignal;
  readonly report: Report;
  /** All records up to this sequence number are dealt with. */
  readonly onDone: (sequenceNumber: string) => Promise<void>;
  readonly onDiscard: (discarded: Discarded) => Promise<void>;
}

export interface StreamBatches {
  /** Brings a batch to its end, in order. False when it was stopped before. */
  run(records: readonly StreamRecord[]): Promise<boolean>;
}

/** Records that are tried together, and how often their first one has failed unsplit. */
interface Segment {
  readonly records: readonly StreamRecord[];
  readonly failures: number;
}

/**
 * The retry rules of a stream mapping. No record after a failing one is tried before that one succeeds or is given up.
 * A batch that fails is retried from the first record that failed; where the mapping bisects, it is halved
 * first, which does not count as a retry, so that in the end only the failing record is given up.
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

  /** Runs one invocation; returns the records to try next. */
  async function attempt({ records, failures }: Segment): Promise<readonly Segment[]> {
    const firstFailed = await invoke(records);
    const done = firstFailed === undefined ? records : records.slice(0, firstFailed);
    const lastDone = done.at(-1);
    if (lastDone !== undefined) await options.onDone(lastDone.dynamodb.SequenceNumber);
    if (firstFailed === undefined) return [];

    const rest = records.slice(firstFailed);
    // A stop takes the function down with it: its last failure says nothing about the records.
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

  /** Index of the first record that failed; undefined when all went well. */
  async function invoke(records: readonly StreamRecord[]): Promise<number | undefined> {
    const result = await invoker.invoke(functionKey, { Records: records });
    if (!result.ok) {
      report(`Mapping ${name}: a batch of ${records.length} failed with ${failureKind(result)}`);
      return 0;
    }
    const numbers = records.map(({ dynamodb }) => dynamodb.SequenceNumber);
    const response = readBatchResponse(result.payload, new Set(numbers));
    if (!response.valid) {
      report(
        `Mapping ${name}: the response of ${functionKey} is not a batch response; the whole batch counts as failed`,
      );
      return 0;
    }
    if (response.failed.size > 0)
      report(`Mapping ${name}: ${response.failed.size} of ${records.length} records failed`);
    // Records stand in the order of their sequence numbers, so the first is the lowest.
    const first = numbers.findIndex((number) => response.failed.has(number));
    return first === -1 ? undefined : first;
  }

  async function discard(records: readonly StreamRecord[], condition: DiscardCondition, invokeCount: number) {
    await options.onDiscard({ records, condition, invokeCount });
    const last = records.at(-1);
    if (last !== undefined) await options.onDone(last.dynamodb.SequenceNumber);
  }

  /** Records come oldest first: the old ones lead. */
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
