import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { LOCAL_ACCOUNT, LOCAL_REGION, localClient, type Report } from '#local/engines/local-cloud';
import type { Discarded } from '#local/events/stream-batches';

const MAX_ATTEMPTS = 3;
const RETRY_MS = 200;

/** `DestinationConfig.OnFailure` of a stream mapping, resolved to a queue. */
export interface FailureQueue {
  readonly queueUrl: string;
  readonly sqsEndpoint: string;
}

export interface DiscardedRecordsOptions {
  readonly mappingName: string;
  readonly functionKey: string;
  readonly streamArn: string;
  readonly onFailure: FailureQueue | undefined;
  readonly report: Report;
}

export interface DiscardedRecords {
  /** Says which records were given up. The message names them; it does not hold them. */
  send(discarded: Discarded, shardId: string): Promise<void>;
  stop(): void;
}

export function discardedRecords(options: DiscardedRecordsOptions): DiscardedRecords {
  const { onFailure, report, functionKey } = options;
  const sqs = onFailure && new SQSClient(localClient(onFailure.sqsEndpoint, functionKey));
  return {
    async send(discarded, shardId) {
      const range = `records ${firstNumber(discarded)} to ${lastNumber(discarded)}`;
      report(`Mapping ${options.mappingName} gives up ${range}: ${discarded.condition}`);
      if (onFailure === undefined || sqs === undefined) return;
      const body = JSON.stringify(description(options, discarded, shardId));
      for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
        try {
          await sqs.send(new SendMessageCommand({ QueueUrl: onFailure.queueUrl, MessageBody: body }));
          return;
        } catch (error) {
          if (attempt === MAX_ATTEMPTS)
            report(`Mapping ${options.mappingName}: its failure queue failed: ${String(error)}`);
          else await sleep(RETRY_MS);
        }
      }
    },
    stop() {
      sqs?.destroy();
    },
  };
}

function description(options: DiscardedRecordsOptions, discarded: Discarded, shardId: string) {
  const { records, condition, invokeCount } = discarded;
  return {
    requestContext: {
      requestId: randomUUID(),
      functionArn: `arn:aws:lambda:${LOCAL_REGION}:${LOCAL_ACCOUNT}:function:${options.functionKey}`,
      condition,
      approximateInvokeCount: invokeCount,
    },
    responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
    version: '1.0',
    timestamp: new Date().toISOString(),
    DDBStreamBatchInfo: {
      shardId,
      startSequenceNumber: firstNumber(discarded),
      endSequenceNumber: lastNumber(discarded),
      approximateArrivalOfFirstRecord: arrival(discarded, 0),
      approximateArrivalOfLastRecord: arrival(discarded, -1),
      batchSize: records.length,
      streamArn: options.streamArn,
    },
  };
}

function firstNumber({ records }: Discarded): string | undefined {
  return records.at(0)?.dynamodb.SequenceNumber;
}

function lastNumber({ records }: Discarded): string | undefined {
  return records.at(-1)?.dynamodb.SequenceNumber;
}

function arrival({ records }: Discarded, index: number): string {
  return new Date((records.at(index)?.dynamodb.ApproximateCreationDateTime ?? 0) * 1000).toISOString();
}
