import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { jsonClient } from '#local/engines/json-client';
import { type Report, reportToStderr } from '#local/engines/local-cloud';
import { readBatchResponse, reportsItemFailures } from '#local/events/batch-response';
import { type EngineMessage, engineMessage, queueRecord } from '#local/events/queue-record';
import { compileQueueFilter, type FilterCriteria } from '#local/events/source-filter';
import { type FunctionInvoker, failureKind } from '#local/lambda/invocation';

const DEFAULT_BATCH_SIZE = 10;
/** Messages of one ReceiveMessage or DeleteMessageBatch call. */
const MAX_PER_CALL = 10;
/** The longest wait that ReceiveMessage allows. */
const LONG_POLL_S = 20;
/** Receivers that are always there; more are added while all are busy, up to the maximum concurrency. */
const MIN_RECEIVERS = 2;
/** Concurrency of a mapping that sets no maximum: the cloud goes to 1,250, two local cores do not. */
const DEFAULT_CONCURRENCY = 20;
const ERROR_PAUSE_MS = 500;
const STOP_WITHIN_MS = 10_000;

/** Resolved properties of an AWS::Lambda::EventSourceMapping on a queue. */
export interface QueueMappingProperties {
  readonly BatchSize?: number;
  readonly MaximumBatchingWindowInSeconds?: number;
  readonly ScalingConfig?: { readonly MaximumConcurrency?: number };
  readonly FilterCriteria?: FilterCriteria;
  readonly FunctionResponseTypes?: readonly string[];
  readonly Enabled?: boolean;
}

export interface QueuePollerOptions {
  readonly name: string;
  readonly properties: QueueMappingProperties;
  readonly functionKey: string;
  readonly invoker: FunctionInvoker;
  readonly sqsEndpoint: string;
  readonly queue: { readonly url: string; readonly arn: string };
  readonly report?: Report;
}

export interface QueuePoller {
  /** Ends the open long polls, and waits for running invocations, but not for ever. */
  stop(): Promise<void>;
}

const received = z.object({ Messages: z._default(z.array(engineMessage), []) });
const deleted = z.object({ Failed: z._default(z.array(z.unknown()), []) });

/**
 * An event source mapping on a queue. What the function has done is deleted; what it has not, or all of a
 * batch after an error, is left alone and comes back when its visibility timeout has passed. It asks with the
 * permissions of its function, as Lambda does.
 */
export function startQueuePoller(options: QueuePollerOptions): QueuePoller {
  const { name, properties, functionKey, invoker, queue, report = reportToStderr } = options;
  const passes = compileQueueFilter(properties.FilterCriteria);
  const reportsFailures = reportsItemFailures(properties.FunctionResponseTypes);
  const batchSize = properties.BatchSize ?? DEFAULT_BATCH_SIZE;
  const windowMs = (properties.MaximumBatchingWindowInSeconds ?? 0) * 1000;
  const maxReceivers = properties.ScalingConfig?.MaximumConcurrency ?? DEFAULT_CONCURRENCY;
  const minReceivers = Math.min(MIN_RECEIVERS, maxReceivers);
  const client = jsonClient({
    ...{ endpoint: options.sqsEndpoint, service: 'sqs', target: 'AmazonSQS' },
    sessionToken: functionKey,
  });
  const stopping = new AbortController();
  // Every receiver listens to the one signal.
  setMaxListeners(0, stopping.signal);
  const receivers = new Set<Promise<void>>();
  let waiting = 0;

  function addReceiver(): void {
    const receiver = runReceiver().finally(() => receivers.delete(receiver));
    receivers.add(receiver);
  }

  async function runReceiver(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        const batch = await receiveBatch();
        if (batch.length === 0) {
          // One that finds nothing may go, but not the last that looks: all others may hang for long.
          if (waiting > 0 && receivers.size > minReceivers) return;
          continue;
        }
        if (waiting === 0 && receivers.size < maxReceivers && !stopping.signal.aborted) addReceiver();
        await handle(batch);
      } catch (error) {
        if (stopping.signal.aborted) return;
        report(`Mapping ${name}: ${String(error)}`);
        await pause(ERROR_PAUSE_MS);
      }
    }
  }

  /** One receive; with a batching window or a large batch, as many as fit. */
  async function receiveBatch(): Promise<readonly EngineMessage[]> {
    const batch = [...(await receive(Math.min(batchSize, MAX_PER_CALL), LONG_POLL_S))];
    const untilMs = Date.now() + windowMs;
    while (batch.length > 0 && batch.length < batchSize && Date.now() < untilMs && !stopping.signal.aborted) {
      const waitS = Math.min(LONG_POLL_S, Math.ceil((untilMs - Date.now()) / 1000));
      batch.push(...(await receive(Math.min(batchSize - batch.length, MAX_PER_CALL), waitS)));
    }
    return batch;
  }

  async function receive(most: number, waitS: number): Promise<readonly EngineMessage[]> {
    waiting += 1;
    try {
      const input = {
        QueueUrl: queue.url,
        MaxNumberOfMessages: most,
        WaitTimeSeconds: waitS,
        MessageSystemAttributeNames: ['All'],
        MessageAttributeNames: ['All'],
      };
      return received.parse(await client.call('ReceiveMessage', input, stopping.signal)).Messages;
    } finally {
      waiting -= 1;
    }
  }

  async function handle(batch: readonly EngineMessage[]): Promise<void> {
    const records = batch.map((message) => ({ message, record: queueRecord(message, queue.arn) }));
    const accepted = records.filter(({ record }) => passes(record));
    // As in the cloud, what no filter lets through counts as done.
    const unwanted = records.filter((one) => !accepted.includes(one));
    await remove(unwanted.map(({ message }) => message));
    if (accepted.length === 0) return;

    const result = await invoker.invoke(functionKey, { Records: accepted.map(({ record }) => record) });
    if (!result.ok) {
      report(`Mapping ${name}: a batch of ${accepted.length} failed with ${failureKind(result)}`);
      return;
    }
    const messages = accepted.map(({ message }) => message);
    if (!reportsFailures) return await remove(messages);
    const response = readBatchResponse(result.payload, new Set(messages.map(({ MessageId }) => MessageId)));
    if (!response.valid) {
      report(`Mapping ${name}: the answer of ${functionKey} is not a batch response; the whole batch counts as failed`);
      return;
    }
    if (response.failed.size > 0)
      report(`Mapping ${name}: ${response.failed.size} of ${messages.length} messages failed`);
    await remove(messages.filter(({ MessageId }) => !response.failed.has(MessageId)));
  }

  async function remove(messages: readonly EngineMessage[]): Promise<void> {
    for (let start = 0; start < messages.length; start += MAX_PER_CALL) {
      const Entries = messages
        .slice(start, start + MAX_PER_CALL)
        .map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
      const answer = await client.call('DeleteMessageBatch', { QueueUrl: queue.url, Entries });
      const { Failed } = deleted.parse(answer);
      if (Failed.length > 0) report(`Mapping ${name}: ${Failed.length} done messages could not be deleted`);
    }
  }

  async function pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: stopping.signal }).catch(() => {});
  }

  if (properties.Enabled !== false) for (let count = 0; count < minReceivers; count += 1) addReceiver();

  return {
    async stop() {
      stopping.abort();
      await Promise.race([Promise.all(receivers), sleep(STOP_WITHIN_MS, undefined, { ref: false })]);
      client.stop();
    },
  };
}
