import type { DynamoDBRecord } from 'aws-lambda';
import { drainBacklog, FEED_BACKLOG } from '#shared/changes/stream/repository';
import { toChange } from '#shared/changes/to-change';
import { logError, metric } from '#shared/platform/observability/log';

/** Time in which pages of backlogs are begun: the function may run 30 s, and its batch is done before. */
const BUDGET_MS = 10_000;

/** Returns true if a record is of the head of a backlog and of nothing that partners see. */
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
