/** The beginning of the feed for a reader that gives a time. */
import * as z from 'zod/mini';
import { FEED_MARK_PREFIX, feedHeadKey, feedMarkKey, feedPartition } from '#shared/dynamodb/keys';
import { readItem, readRange } from '#shared/dynamodb/table';
import { type FeedPosition, lastPageNumber, MARK_INTERVAL_MS } from '../repository';

/**
 * Pages are written in the order of their numbers, but each holds the time at which its writer began: up to half a minute
 * before it was written (the time limit of `projectChanges`), by that function's own clock.
 */
const MARGIN_MS = 60_000;

const markItem = z.object({ atMs: z.number(), page: z.number() });

/**
 * The first page that may hold what came into the feed at or after a time, epoch ms; at most two minutes of earlier pages come
 * before it. The first page of each minute is marked by its time, so a million pages take three small reads. A feed without
 * an earlier mark begins at its oldest page.
 */
export async function findFeedStart(partnerId: string, fromMs: number): Promise<FeedPosition> {
  const sinceMs = fromMs - MARGIN_MS;
  const bound = feedMarkKey(partnerId, new Date(sinceMs).toISOString()).SK;
  const partition = feedPartition(partnerId);
  const [before, after, head] = await Promise.all([
    readRange({ partition, from: FEED_MARK_PREFIX, to: bound, newestFirst: true, limit: 1 }),
    readRange({ partition, from: bound, to: `${FEED_MARK_PREFIX}~`, after: bound, limit: 1 }),
    readItem(feedHeadKey(partnerId)),
  ]);
  const [mark, next] = [before, after].map(({ items: [item] }) => item && markItem.parse(item));
  if (mark === undefined) return { page: 0, index: 0 };
  // Of the pages from a mark to the next one, none is younger than the interval.
  const isPast = mark.atMs + MARK_INTERVAL_MS <= sinceMs;
  return { page: isPast ? (next?.page ?? lastPageNumber(head) + 1) : mark.page, index: 0 };
}
