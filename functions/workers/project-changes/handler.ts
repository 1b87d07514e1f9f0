import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { appendChanges } from '#shared/changes/repository';
import { deferChanges } from '#shared/changes/stream/repository';
import { toChange } from '#shared/changes/to-change';
import { countStore } from '#shared/dynamodb/apply-once';
import { isListRow } from '#shared/dynamodb/stream-item';
import { repeatFromLowest } from '#shared/dynamodb/stream-position';
import { storeAuditCopy } from '#shared/partners/audit/copies/repository';
import { nowMs } from '#shared/platform/config/environment';
import { writeMetrics } from '#shared/platform/observability/log';
import { addMovements } from '#shared/transactions/settlement/repository';
import { copyAudit, isAudit } from './copy-audit';
import { changesBefore, countBusiness, countLists, countSettlements, isMovement } from './count-business';
import { drainBacklogs, isBacklog } from './drain-backlogs';
import { recordChanges } from './record-changes';

/**
 * Updates the data derived from the table: row counts of lists, sums of settlement reports, change feeds, and copies of audit
 * records. One function does all of this work because at most two readers may read a DynamoDB stream.
 */
export async function handler(event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  const changes = event.Records.filter(
    (record) => !isListRow(record) && !isBacklog(record) && !isMovement(record) && !isAudit(record),
  );
  const responses = await Promise.all([
    countLists(countStore, event.Records.filter(isListRow)),
    countSettlements(addMovements, event.Records.filter(isMovement), nowMs()),
    copyAudit(storeAuditCopy, event.Records, nowMs()),
    recordChanges({ toChange, append: appendChanges, defer: deferChanges }, changes, nowMs()),
  ]);
  await drainBacklogs(event.Records.filter(isBacklog), nowMs);
  // The functions that returned `responses` skip records that they have already processed. Therefore the stream can repeat from
  // the first failed record.
  const failed = responses.flatMap(({ batchItemFailures }) => batchItemFailures);
  const response = repeatFromLowest(failed.map(({ itemIdentifier }) => itemIdentifier));
  countBusiness(changesBefore(response.batchItemFailures[0]?.itemIdentifier, changes));
  writeMetrics();
  return response;
}
