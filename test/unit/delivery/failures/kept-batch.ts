import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';

/** What a stream gives again after an answer: everything from the named record on. */
export function keptBatch(
  batch: readonly DynamoDBRecord[],
  { batchItemFailures: [failure] }: DynamoDBBatchResponse,
): DynamoDBRecord[] {
  if (failure === undefined) return [];
  return batch.slice(batch.findIndex(({ dynamodb }) => dynamodb?.SequenceNumber === failure.itemIdentifier));
}
