/** The check of the whole table, as an operator runs it: each pass reads all of it, in segments. */
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { addMissing, checkFeed } from '#ops/feed/check-feed';
import { checkPage, checkPasses } from '#ops/region/check';
import type { RegionCheck } from '#ops/region/check-record';
import { documentClient, type StoredRecord, tableName } from '#shared/dynamodb/table';
import { listPartners } from '#shared/partners/repository';
import { nowMs } from '#shared/platform/config/clock';

/** Items of a page: as many as one batch read takes. */
const PAGE = 100;
/** Parts of the table that are read side by side: callers wait until the check is over. */
const SEGMENTS = 16;
/** A change that arrived by now and is not in its feed will not come: the stream of the other Region is not read here. */
const ANY_AGE_MS = 600_000;

interface CheckRun {
  readonly epoch: number;
  readonly dryRun: boolean;
  readonly tell: (line: string) => void;
}

/** Runs every pass, and adds to each feed what it lacks. */
export async function runCheck({ epoch, dryRun, tell }: CheckRun): Promise<RegionCheck> {
  const startedAtMs = nowMs();
  const total = { items: 0, found: 0, left: 0 };
  for (const [index, pass] of checkPasses.entries()) {
    tell(`Pass ${index + 1} of ${checkPasses.length} reads the whole table.`);
    const counts = { items: 0, found: 0, left: 0 };
    const readSegment = async (segment: number) => {
      for await (const items of scan(segment)) {
        const { found, left } = await checkPage(pass, items, { epoch, atMs: nowMs(), dryRun });
        counts.items += items.length;
        counts.found += found;
        counts.left += left;
      }
    };
    await Promise.all(Array.from({ length: SEGMENTS }, (_, segment) => readSegment(segment)));
    total.items = Math.max(total.items, counts.items);
    // A dry run finds the same in each pass; what one pass left, the next carries out.
    total.found = dryRun ? Math.max(total.found, counts.found) : total.found + counts.found;
    if (pass === 'parts') total.left = counts.left;
  }
  if (!dryRun) await completeFeeds(tell);
  return { ...total, startedAtMs, endedAtMs: nowMs() };
}

async function completeFeeds(tell: (line: string) => void): Promise<void> {
  for (const { id: partnerId } of await listPartners()) {
    const { missing } = await checkFeed({ partnerId, atMs: nowMs() + ANY_AGE_MS });
    if (missing.length > 0) tell(`The feed of partner ${partnerId} lacks ${missing.length} changes.`);
    await addMissing(partnerId, missing);
  }
}

async function* scan(Segment: number): AsyncGenerator<StoredRecord[]> {
  let after: StoredRecord | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await documentClient().send(
      new ScanCommand({
        ...{ TableName: tableName(), Segment, TotalSegments: SEGMENTS, Limit: PAGE, ExclusiveStartKey: after },
        ConsistentRead: true,
      }),
    );
    yield Items;
    after = LastEvaluatedKey;
  } while (after !== undefined);
}
