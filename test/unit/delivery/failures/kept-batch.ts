import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';

/** Returns the records that the stream delivers again after a response: the reported record and all later records. */
export function keptBatch(
  batch: readonly DynamoDBRecord[],
  { batchItemFailures: [failure] }: DynamoDBBatchResponse,
): DynamoDBRecord[] {
  if (failure === undefined) return [];
  return batch.slice(batch.findIndex(({ dynamodb }) => dynamodb?.SequenceNumber === failure.itemIdentifier));
}
