import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { nowMs } from '#shared/config/clock';
import { appendChanges } from '#shared/data/change-feed';
import { deferChanges } from '#shared/data/feed-backlog';
import { countStore, paddedSequence } from '#shared/data/list-counts';
import { writeMetrics } from '#shared/observability/metric';
import { changeOf } from './change-of';
import { countBusiness } from './count-business';
import { countLists } from './count-lists';
import { drainBacklogs, isBacklog } from './drain-backlogs';
import { recordChanges } from './record-changes';

/**
 * Keeps what is derived from the table: the number of rows of every list, and the feed of changes. One function
 * does both, since no more than two readers may follow a stream.
 */
export async function handler(event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  const isRow = ({ dynamodb }: DynamoDBRecord) => dynamodb?.Keys?.PK?.S?.startsWith('L#') === true;
  const changes = event.Records.filter((record) => !isRow(record) && !isBacklog(record));
  const answers = await Promise.all([
    countLists(countStore, event.Records.filter(isRow)),
    recordChanges({ changeOf, append: appendChanges, defer: deferChanges }, changes, nowMs()),
  ]);
  await drainBacklogs(event.Records.filter(isBacklog), nowMs);
  // Both know what they have done already, so the stream may begin again at the first failure of either.
  const [lowest] = answers
    .flatMap(({ batchItemFailures }) => batchItemFailures)
    .toSorted((left, right) =>
      paddedSequence(left.itemIdentifier) < paddedSequence(right.itemIdentifier) ? -1 : 1,
    );
  // The rest is counted when the stream brings it again.
  countBusiness(changes.filter((record) => lowest === undefined || isBefore(record, lowest.itemIdentifier)));
  writeMetrics();
  return { batchItemFailures: lowest === undefined ? [] : [lowest] };
}

function isBefore({ dynamodb }: DynamoDBRecord, sequenceNumber: string): boolean {
  return paddedSequence(dynamodb?.SequenceNumber ?? '') < paddedSequence(sequenceNumber);
}
