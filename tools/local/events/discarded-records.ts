import { randomUUID } from 'node:crypto';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { LOCAL_ACCOUNT, LOCAL_REGION, localClient, type Report } from '#local/engines/local-cloud';
import type { Discarded } from '#local/events/stream-batches';

/** Queue that a stream mapping specifies in `DestinationConfig.OnFailure`. */
export interface FailureQueue {
  readonly queueUrl: string;
  readonly sqsEndpoint: string;
}

export interface DiscardedRecordsOptions {
  readonly mappingName: string;
  readonly functionKey: string;
  readonly streamArn: string;
  readonly onFailure: FailureQueue;
  readonly report: Report;
}

export interface DiscardedRecords {
  /** Sends the failure queue a message about dropped records, with their sequence numbers but without their content. */
  send(discarded: Discarded, shardId: string): Promise<void>;
  stop(): void;
}

export function discardedRecords(options: DiscardedRecordsOptions): DiscardedRecords {
  const { onFailure, report, functionKey } = options;
  const sqs = new SQSClient(localClient(onFailure.sqsEndpoint, functionKey));
  return {
    async send(discarded, shardId) {
      const range = `records ${firstNumber(discarded)} to ${lastNumber(discarded)}`;
      report(`Mapping ${options.mappingName} drops ${range}: ${discarded.condition}`);
      const MessageBody = JSON.stringify(description(options, discarded, shardId));
      await sqs
        .send(new SendMessageCommand({ QueueUrl: onFailure.queueUrl, MessageBody }))
        .catch((error) => report(`Mapping ${options.mappingName}: its failure queue failed: ${String(error)}`));
    },
    stop: () => sqs.destroy(),
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
