import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { appendChanges } from '#shared/changes/repository';
import { isListRow } from '#shared/changes/stream/item';
import { deferChanges } from '#shared/changes/stream/repository';
import { toChange } from '#shared/changes/to-change';
import { countStore } from '#shared/dynamodb/lists/stored-counts';
import { padStreamSequence, repeatFromLowest } from '#shared/dynamodb/stream-position';
import { nowMs } from '#shared/platform/config/clock';
import { writeMetrics } from '#shared/platform/observability/metric';
import { countBusiness } from './count-business';
import { countLists } from './count-lists';
import { drainBacklogs, isBacklog } from './drain-backlogs';
import { recordChanges } from './record-changes';

/**
 * Keeps what is derived from the table: the number of rows of every list, and the feed of changes. One function
 * does both, since no more than two readers may follow a stream.
 */
export async function handler(event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  const changes = event.Records.filter((record) => !isListRow(record) && !isBacklog(record));
  const answers = await Promise.all([
    countLists(countStore, event.Records.filter(isListRow)),
    recordChanges({ toChange, append: appendChanges, defer: deferChanges }, changes, nowMs()),
  ]);
  await drainBacklogs(event.Records.filter(isBacklog), nowMs);
  // Both skip what they have done already, so the stream may repeat from the first failure of either.
  const failed = answers.flatMap(({ batchItemFailures }) => batchItemFailures);
  const answer = repeatFromLowest(failed.map(({ itemIdentifier }) => itemIdentifier));
  const [lowest] = answer.batchItemFailures;
  // The rest is counted when the stream brings it again.
  countBusiness(changes.filter((record) => lowest === undefined || isBefore(record, lowest.itemIdentifier)));
  writeMetrics();
  return answer;
}

function isBefore({ dynamodb }: DynamoDBRecord, sequenceNumber: string): boolean {
  return padStreamSequence(dynamodb?.SequenceNumber ?? '') < padStreamSequence(sequenceNumber);
}
