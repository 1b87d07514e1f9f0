/** Whether a partner's feed of changes holds the latest version of what the table holds. */
import { toChange } from '#functions/workers/project-changes/to-change';
import { hasBacklog } from '#shared/changes/backlog/repository';
import { appendChanges, type Change, type FeedPosition, readChanges } from '#shared/changes/repository';
import { bankAccountKey, listPartition, partnerKey, transactionKey, userKey } from '#shared/dynamodb/keys';
import { allFacet } from '#shared/dynamodb/lists/list-rows';
import { padStreamSequence } from '#shared/dynamodb/lists/stored-counts';
import { readRange, type StoredRecord } from '#shared/dynamodb/table';
import { minIdAt } from '#shared/values/ids';

/** A change this young may still be on its way through the stream. */
const ON_ITS_WAY_MS = 300_000;
/** How far back a feed goes. */
const FEED_DEPTH_MS = 35 * 86_400_000;
const PAGE = 1000;

/** Where the things of each list lie: in partitions that hold what belongs to them too. */
const LISTS = [
  ['USER', (id: string) => userKey(id).PK],
  ['TX', (id: string) => transactionKey(id).PK],
  ['BANK', (id: string) => bankAccountKey(id).PK],
] as const;

export interface FeedCheck {
  /** Things of the table that were compared. */
  readonly compared: number;
  /** Whose latest version the feed lacks. */
  readonly missing: readonly Change[];
  /** Versions that the feed passes over, before a later one that it holds. The table no longer knows them. */
  readonly passedOver: readonly { readonly type: string; readonly id: string; readonly version: number }[];
  /** Whether changes wait in the partner's backlog; they are not missing. */
  readonly hasBacklog: boolean;
}

/** Which users, transactions and accounts to compare with the feed: those made in a range of time, in epoch ms. */
export interface CheckedRange {
  readonly partnerId: string;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  readonly atMs: number;
}

/** Compares a feed with the table. It reads the whole feed, and everything that was made in the range. */
export async function checkFeed(range: CheckedRange): Promise<FeedCheck> {
  const { partnerId, atMs } = range;
  const isBehind = await hasBacklog(partnerId);
  const missing: Change[] = [];
  let compared = 0;
  const latest = new Map<string, Change>();
  for await (const item of itemsOf(range)) {
    const change = toChange({ before: undefined, after: item, atMs });
    if (change === undefined || !isDue(change, atMs)) continue;
    compared += 1;
    latest.set(nameOf(change), change);
  }
  // Read after the table: what the table held by then is in the feed, or missing.
  const versions = await versionsOf(partnerId, atMs);
  for (const [name, change] of latest) if (!versions.get(name)?.has(change.version)) missing.push(change);
  return {
    compared,
    missing: isBehind ? [] : missing,
    passedOver: isBehind ? [] : passedOver(versions),
    hasBacklog: isBehind,
  };
}

/** Adds changes to the end of a feed, each once however often it is asked for. */
export async function addMissing(partnerId: string, missing: readonly Change[], atMs: number): Promise<void> {
  for (const change of missing) {
    const partition = `REPAIR#${nameOf(change)}`;
    const added = await appendChanges(
      partnerId,
      [{ change, partition, seq: padStreamSequence(String(change.version)) }],
      atMs,
    );
    if (added === 'backlogged')
      throw new Error('Changes of the partner wait for its feed; run this again later');
  }
}

function nameOf({ type, id }: Pick<Change, 'type' | 'id'>): string {
  return `${type}#${id}`;
}

function isDue({ at }: Change, atMs: number): boolean {
  const ageMs = atMs - Date.parse(at);
  return ageMs > ON_ITS_WAY_MS && ageMs < FEED_DEPTH_MS;
}

/** Every item of the partner that the feed may tell of, in the range. */
async function* itemsOf({ partnerId, fromMs, toMs }: CheckedRange): AsyncGenerator<StoredRecord> {
  const bounds = {
    ...(fromMs !== undefined && { from: minIdAt(fromMs) }),
    ...(toMs !== undefined && { to: minIdAt(toMs + 1) }),
  };
  for (const [collection, partitionOf] of LISTS)
    for await (const { SK } of rangeOf({
      partition: listPartition(partnerId, collection, allFacet),
      ...bounds,
    }))
      yield* withVersion(rangeOf({ partition: partitionOf(String(SK)) }));
  // Test events belong to the partner itself.
  yield* withVersion(rangeOf({ partition: partnerKey(partnerId).PK, prefix: 'NTF#' }));
}

async function* rangeOf(query: Parameters<typeof readRange>[0]): AsyncGenerator<StoredRecord> {
  let after: string | undefined;
  do {
    const part = await readRange({ ...query, limit: PAGE, ...(after !== undefined && { after }) });
    yield* part.items;
    after = part.next;
  } while (after !== undefined);
}

async function* withVersion(items: AsyncGenerator<StoredRecord>): AsyncGenerator<StoredRecord> {
  for await (const item of items) if (typeof item.version === 'number') yield item;
}

async function versionsOf(partnerId: string, nowMs: number): Promise<Map<string, Set<number>>> {
  const versions = new Map<string, Set<number>>();
  let from: FeedPosition = { page: 0, index: 0 };
  for (;;) {
    const { changes, next } = await readChanges(partnerId, { from, types: undefined, limit: PAGE, nowMs });
    for (const change of changes) {
      const name = nameOf(change);
      versions.set(name, (versions.get(name) ?? new Set()).add(change.version));
    }
    if (next.page === from.page && next.index === from.index) return versions;
    from = next;
  }
}

/** A feed that begins in the middle of a thing's life has not passed over what came before. */
function passedOver(versions: ReadonlyMap<string, ReadonlySet<number>>): FeedCheck['passedOver'] {
  return [...versions].flatMap(([name, seen]) => {
    const [type = '', id = ''] = name.split('#');
    const first = Math.min(...seen);
    const holes = [];
    for (let version = first + 1; version < Math.max(...seen); version += 1)
      if (!seen.has(version)) holes.push({ type, id, version });
    return holes;
  });
}
