/** Where a reader of the feed begins that asks for a time. */
import { feedHeadKey, feedPageKey, feedPageNumber, feedPartition } from '#shared/dynamodb/keys';
import { readItem, readRange, type StoredRecord } from '#shared/dynamodb/table';
import { type FeedPosition, lastPageNumber, RETENTION_S } from '../repository';

/**
 * Pages are written in the order of their numbers, but each holds the time at which its writer began: up to half a minute
 * before it was written (the time limit of `projectChanges`), by that function's own clock.
 */
const MARGIN_MS = 60_000;

/**
 * The first page that may hold what came into the feed at or after a time, epoch ms; at most a minute of earlier pages comes
 * before it. Found by halving the range of page numbers, so it takes some 20 reads by key for a million pages.
 */
export async function findFeedStart(partnerId: string, fromMs: number): Promise<FeedPosition> {
  const [oldest, head] = await Promise.all([
    readRange({
      partition: feedPartition(partnerId),
      from: feedPageKey(partnerId, 0).SK,
      to: feedPageKey(partnerId, Number.MAX_SAFE_INTEGER).SK,
      limit: 1,
    }),
    readItem(feedHeadKey(partnerId)),
  ]);
  const [first] = oldest.items;
  if (first === undefined) return { page: 0, index: 0 };
  let [low, high] = [feedPageNumber(String(first.SK)), lastPageNumber(head) + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (writtenAtMs(await readItem(feedPageKey(partnerId, middle))) < fromMs - MARGIN_MS) low = middle + 1;
    else high = middle;
  }
  return { page: low, index: 0 };
}

/** When a page was written, epoch ms. One that its TTL has deleted counts as the oldest. */
function writtenAtMs(page: StoredRecord | undefined): number {
  return typeof page?.ttl === 'number' ? (page.ttl - RETENTION_S) * 1000 : 0;
}
