import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';

/** The records that a stream sends again after a response: all from the named record on. */
export function keptBatch(
  batch: readonly DynamoDBRecord[],
  { batchItemFailures: [failure] }: DynamoDBBatchResponse,
): DynamoDBRecord[] {
  if (failure === undefined) return [];
  return batch.slice(batch.findIndex(({ dynamodb }) => dynamodb?.SequenceNumber === failure.itemIdentifier));
}
