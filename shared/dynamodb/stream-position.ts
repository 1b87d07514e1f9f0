/** Positions of records in the stream of the table. */
import type { DynamoDBBatchResponse } from 'aws-lambda';

/** Sequence numbers have up to 40 digits. */
export function padStreamSequence(sequenceNumber: string): string {
  return sequenceNumber.padStart(40, '0');
}

/**
 * Returns the position of a record among those of its partition, as text that sorts. Sequence numbers compare within
 * one stream alone. A restored table has another stream, with numbers that may be lower, and a later label: the instant
 * at which the stream was enabled.
 */
export function streamPosition(eventSourceARN: string | undefined, sequenceNumber: string): string {
  const [, label] = eventSourceARN?.split('/stream/') ?? [];
  const padded = padStreamSequence(sequenceNumber);
  return label === undefined ? padded : `${label}/${padded}`;
}

/** Returns the response that makes the stream repeat from the lowest of these sequence numbers; without numbers it continues. */
export function repeatFromLowest(sequenceNumbers: readonly string[]): DynamoDBBatchResponse {
  const [lowest] = sequenceNumbers.toSorted((left, right) =>
    padStreamSequence(left) < padStreamSequence(right) ? -1 : 1,
  );
  return { batchItemFailures: lowest === undefined ? [] : [{ itemIdentifier: lowest }] };
}
