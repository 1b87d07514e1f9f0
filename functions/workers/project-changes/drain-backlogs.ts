import type { DynamoDBRecord } from 'aws-lambda';
import { drainBacklog, FEED_BACKLOG } from '#shared/changes/stream/repository';
import { toChange } from '#shared/changes/to-change';
import { logError, metric } from '#shared/platform/observability/log';

/** After this time, ms, the function reads no further changes of a backlog. The function can run for 30 s. */
const BUDGET_MS = 10_000;

/**
 * Returns true if a record is the first item of a feed's backlog. A backlog contains changes that could not be added to the
 * change feed.
 */
export function isBacklog({ dynamodb }: DynamoDBRecord): boolean {
  return dynamodb?.NewImage?.entity?.S === FEED_BACKLOG;
}

/**
 * Adds the changes of new backlogs, and of backlogs that the redrive found due, to the change feeds. A failure is only logged,
 * because the redrive repeats the work after a minute.
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

/** Returns true if a write changed the due time. A write that only adds to a backlog keeps the due time and starts no drain. */
function isDue({ dynamodb }: DynamoDBRecord): boolean {
  return dynamodb?.OldImage?.dueAt?.N !== dynamodb?.NewImage?.dueAt?.N;
}
