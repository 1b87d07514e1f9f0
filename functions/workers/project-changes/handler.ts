import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { appendChanges } from '#shared/changes/repository';
import { isListRow } from '#shared/changes/stream/item';
import { deferChanges, drainBacklog, FEED_BACKLOG } from '#shared/changes/stream/repository';
import { toChange } from '#shared/changes/to-change';
import { countStore } from '#shared/dynamodb/apply-once';
import { repeatFromLowest } from '#shared/dynamodb/stream-position';
import { storeAuditCopy } from '#shared/partners/audit/copies/repository';
import { nowMs } from '#shared/platform/config/environment';
import { logError, metric, writeMetrics } from '#shared/platform/observability/log';
import { addMovements } from '#shared/transactions/settlement/repository';
import { copyAudit, isAudit } from './copy-audit';
import { changesBefore, countBusiness, countLists, countSettlements, isMovement } from './count-business';
import { recordChanges } from './record-changes';

/** Time in which pages of backlogs are begun: the function may run 30 s, and its batch is done before. */
const BUDGET_MS = 10_000;

/** Tells if a record is of the head of a backlog and of nothing that partners see. */
export function isBacklog({ dynamodb }: DynamoDBRecord): boolean {
  return dynamodb?.NewImage?.entity?.S === FEED_BACKLOG;
}

/**
 * Drains new backlogs and those that the redrive found due. A failure is only logged: the redrive repeats in a minute.
 */
export async function drainBacklogs(records: readonly DynamoDBRecord[], nowMs: () => number): Promise<void> {
  const startedMs = nowMs();
  const partnerIds = new Set(records.filter(isDue).flatMap(({ dynamodb }) => dynamodb?.NewImage?.partnerId?.S ?? []));
  for (const partnerId of partnerIds) {
    try {
      const { unreadable } = await drainBacklog(partnerId, {
        toChange,
        atMs: nowMs(),
        hasTimeLeft: () => nowMs() - startedMs < BUDGET_MS,
      });
      if (unreadable > 0) metric('changesUnreadable', unreadable);
    } catch (error) {
      logError('A backlog of a feed could not be written', error, { worker: 'projectChanges' });
    }
  }
}

/** A write that only adds to a backlog keeps its due time and does not start a drain. */
function isDue({ dynamodb }: DynamoDBRecord): boolean {
  return dynamodb?.OldImage?.dueAt?.N !== dynamodb?.NewImage?.dueAt?.N;
}

/**
 * Keeps what is derived from the table: the number of rows of every list, the sums of settlement reports, the feed of changes,
 * and the copies of audit records. One function does it all, since no more than two readers may follow a stream.
 */
export async function handler(event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  const changes = event.Records.filter(
    (record) => !isListRow(record) && !isBacklog(record) && !isMovement(record) && !isAudit(record),
  );
  const answers = await Promise.all([
    countLists(countStore, event.Records.filter(isListRow)),
    countSettlements(addMovements, event.Records.filter(isMovement), nowMs()),
    copyAudit(storeAuditCopy, event.Records, nowMs()),
    recordChanges({ toChange, append: appendChanges, defer: deferChanges }, changes, nowMs()),
  ]);
  await drainBacklogs(event.Records.filter(isBacklog), nowMs);
  // All skip what they have done already, so the stream may repeat from the first failure of either.
  const failed = answers.flatMap(({ batchItemFailures }) => batchItemFailures);
  const answer = repeatFromLowest(failed.map(({ itemIdentifier }) => itemIdentifier));
  countBusiness(changesBefore(answer.batchItemFailures[0]?.itemIdentifier, changes));
  writeMetrics();
  return answer;
}
