/** Positions of records in the table's stream. */
import type { DynamoDBBatchResponse } from 'aws-lambda';

/** Pads a sequence number to 40 digits, the maximum length, so that the text sorts by number. */
export function padStreamSequence(sequenceNumber: string): string {
  return sequenceNumber.padStart(40, '0');
}

/**
 * Returns the position of a stream record among the records with the same partition key, as text that sorts. The text starts with
 * the stream's creation time, because a restored table has a new stream, possibly with lower sequence numbers.
 */
export function streamPosition(eventSourceARN: string | undefined, sequenceNumber: string): string {
  const [, label] = eventSourceARN?.split('/stream/') ?? [];
  const padded = padStreamSequence(sequenceNumber);
  return label === undefined ? padded : `${label}/${padded}`;
}

/** Returns a response that makes Lambda resend the stream records from the lowest given number. An empty list reports success. */
export function repeatFromLowest(sequenceNumbers: readonly string[]): DynamoDBBatchResponse {
  const [lowest] = sequenceNumbers.toSorted((left, right) =>
    padStreamSequence(left) < padStreamSequence(right) ? -1 : 1,
  );
  return { batchItemFailures: lowest === undefined ? [] : [{ itemIdentifier: lowest }] };
}
