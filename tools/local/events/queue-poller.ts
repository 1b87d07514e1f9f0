import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SQSRecord } from 'aws-lambda';
import * as z from 'zod/mini';
import { jsonClient } from '#local/engines/json-client';
import { LOCAL_REGION, type Report, reportToStderr } from '#local/engines/local-cloud';
import { readBatchResponse } from '#local/events/batch-response';
import { type FunctionInvoker, failureKind } from '#local/lambda/invocation';
import type { queueMappingSchema } from '#local/template/property-schemas';

const text = z.optional(z.string());

/** A message in the engine's JSON. Binary values are Base64, as in Lambda events. */
const engineMessage = z.object({
  MessageId: z.string(),
  ReceiptHandle: z.string(),
  Body: text,
  MD5OfBody: text,
  Attributes: z._default(z.record(z.string(), z.string()), {}),
  MessageAttributes: z._default(
    z.record(z.string(), z.object({ DataType: text, StringValue: text, BinaryValue: text })),
    {},
  ),
});

type EngineMessage = z.infer<typeof engineMessage>;

/** Converts a message to the record of a Lambda event. */
function queueRecord(message: EngineMessage, queueArn: string): SQSRecord {
  const { Attributes: attributes } = message;
  return {
    messageId: message.MessageId,
    receiptHandle: message.ReceiptHandle,
    body: message.Body ?? '',
    attributes: {
      ...attributes,
      ApproximateReceiveCount: attributes.ApproximateReceiveCount ?? '1',
      SentTimestamp: attributes.SentTimestamp ?? '',
      SenderId: attributes.SenderId ?? '',
      ApproximateFirstReceiveTimestamp: attributes.ApproximateFirstReceiveTimestamp ?? '',
    },
    messageAttributes: Object.fromEntries(
      Object.entries(message.MessageAttributes).map(([name, value]) => [
        name,
        {
          ...(value.StringValue === undefined ? {} : { stringValue: value.StringValue }),
          ...(value.BinaryValue === undefined ? {} : { binaryValue: value.BinaryValue }),
          stringListValues: [],
          binaryListValues: [],
          dataType: value.DataType ?? 'String',
        },
      ]),
    ),
    md5OfBody: message.MD5OfBody ?? '',
    eventSource: 'aws:sqs',
    eventSourceARN: queueArn,
    awsRegion: LOCAL_REGION,
  };
}

/** Maximum wait of ReceiveMessage. */
const LONG_POLL_S = 20;
/**
 * Minimum number of loops that receive messages. If all are busy, another starts, up to `MaximumConcurrency` (in AWS at least 2).
 */
const MIN_RECEIVERS = 2;
const ERROR_PAUSE_MS = 500;
const STOP_WITHIN_MS = 10_000;

/** Properties of a queue mapping that limit how many messages are processed at the same time. */
export type QueueMappingProperties = Pick<z.output<typeof queueMappingSchema>, 'BatchSize' | 'ScalingConfig'>;

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
  /** Stops the long polls and waits for running invocations, up to a time limit. */
  stop(): Promise<void>;
}

const received = z.object({ Messages: z._default(z.array(engineMessage), []) });
const deleted = z.object({ Failed: z._default(z.array(z.unknown()), []) });

/**
 * Starts an event source mapping on a queue. Deletes messages that the function processed. Failed messages, or the whole batch
 * after an error, become visible again after their visibility timeout. Requests use the function's permissions, as in Lambda.
 */
export function startQueuePoller(options: QueuePollerOptions): QueuePoller {
  const { name, properties, functionKey, invoker, queue, report = reportToStderr } = options;
  const maxReceivers = properties.ScalingConfig.MaximumConcurrency;
  const client = jsonClient({
    ...{ endpoint: options.sqsEndpoint, service: 'sqs', target: 'AmazonSQS' },
    sessionToken: functionKey,
  });
  const stopping = new AbortController();
  // Every receive loop adds a listener to this signal. Node.js would print a warning for more than ten listeners.
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
        const batch = await receive();
        if (batch.length === 0) {
          // Stop a receiver that finds no message only if another one is polling. Otherwise new messages could wait a long time.
          if (waiting > 0 && receivers.size > MIN_RECEIVERS) return;
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

  async function receive(): Promise<readonly EngineMessage[]> {
    waiting += 1;
    try {
      const input = {
        QueueUrl: queue.url,
        MaxNumberOfMessages: properties.BatchSize,
        WaitTimeSeconds: LONG_POLL_S,
        MessageSystemAttributeNames: ['All'],
        MessageAttributeNames: ['All'],
      };
      return received.parse(await client.call('ReceiveMessage', input, stopping.signal)).Messages;
    } finally {
      waiting -= 1;
    }
  }

  async function handle(batch: readonly EngineMessage[]): Promise<void> {
    const result = await invoker.invoke(functionKey, {
      Records: batch.map((message) => queueRecord(message, queue.arn)),
    });
    if (!result.ok) {
      report(`Mapping ${name}: a batch of ${batch.length} failed with ${failureKind(result)}`);
      return;
    }
    const response = readBatchResponse(result.payload, new Set(batch.map(({ MessageId }) => MessageId)));
    if (!response.valid) {
      report(`Mapping ${name}: the response of ${functionKey} is not a batch response. The whole batch failed`);
      return;
    }
    // A worker returns a message as failed if the message must wait. This is no error and is not reported.
    await remove(batch.filter(({ MessageId }) => !response.failed.has(MessageId)));
  }

  async function remove(messages: readonly EngineMessage[]): Promise<void> {
    if (messages.length === 0) return;
    const Entries = messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
    const { Failed } = deleted.parse(await client.call('DeleteMessageBatch', { QueueUrl: queue.url, Entries }));
    if (Failed.length > 0) report(`Mapping ${name}: ${Failed.length} completed messages could not be deleted`);
  }

  async function pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: stopping.signal }).catch(() => {});
  }

  for (let count = 0; count < MIN_RECEIVERS; count += 1) addReceiver();

  return {
    async stop() {
      stopping.abort();
      await Promise.race([Promise.all(receivers), sleep(STOP_WITHIN_MS, undefined, { ref: false })]);
      client.stop();
    },
  };
}
