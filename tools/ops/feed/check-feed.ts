/** Compares a partner's change feed with the table. */
import { appendChanges, type Change, type FeedPosition, readChanges } from '#shared/changes/repository';
import { hasBacklog } from '#shared/changes/stream/repository';
import { toChange } from '#shared/changes/to-change';
import { bankAccountKey, listPartition, partnerKey, transactionKey, userKey } from '#shared/dynamodb/keys';
import { allFacet } from '#shared/dynamodb/lists/list-rows';
import { padStreamSequence } from '#shared/dynamodb/stream-position';
import { readPages, readPartition, type StoredRecord } from '#shared/dynamodb/table';
import { nowMs } from '#shared/platform/config/environment';
import { minIdAt } from '#shared/values/ids';

/** Minimum age of checked changes, ms: the stream may still process younger changes. */
const SETTLED_AFTER_MS = 300_000;
/** Maximum age of the changes in a feed, ms. */
const FEED_DEPTH_MS = 35 * 86_400_000;
const PAGE = 1000;

/**
 * Lists of items to compare with the feed, each with the function for an item's partition key. The comparison reads all items in
 * this partition, for example also the verifications of a user.
 */
const LISTS = [
  ['USER', userKey],
  ['TX', transactionKey],
  ['BANK', bankAccountKey],
] as const;

/** Users, transactions and accounts to compare with the feed: items created in a time range (epoch ms). */
interface CheckedRange {
  readonly partnerId: string;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  readonly atMs: number;
}

/**
 * Compares a feed with the items created in the range. Reports no differences while changes wait in the partner's backlog.
 * @returns `missing`: latest changes that the feed does not contain; `passedOver`: versions missing between versions in the feed
 */
export async function checkFeed(range: CheckedRange) {
  const { partnerId, atMs } = range;
  const isBehind = await hasBacklog(partnerId);
  const latest = new Map<string, Change>();
  let compared = 0;
  for await (const item of readItems(range)) {
    if (typeof item.version !== 'number') continue;
    const change = toChange({ before: undefined, after: item, atMs });
    if (change === undefined || !isDue(change, atMs)) continue;
    compared += 1;
    latest.set(thing(change), change);
  }
  // Read the feed after the table: every version in the table must then also be in the feed.
  const versions = await readVersions(partnerId, atMs);
  const missing = [...latest.values()].filter((one) => !versions.get(thing(one))?.has(one.version));
  return {
    compared,
    missing: isBehind ? [] : missing,
    passedOver: isBehind ? [] : [...versions].flatMap(([name, seen]) => holes(name, seen)),
    hasBacklog: isBehind,
  };
}

/** Adds changes to the end of a feed. Repeated calls add each change only once. */
export async function addMissing(partnerId: string, missing: readonly Change[]): Promise<void> {
  for (const change of missing) {
    const seq = padStreamSequence(String(change.version));
    const partition = `REPAIR#${thing(change)}`;
    // Each change gets the current time, because the parameter `from` of `GET …/changes` finds pages by their time.
    if ((await appendChanges(partnerId, [{ change, partition, seq }], nowMs())) === 'backlogged')
      throw new Error('Changes of the partner wait in its backlog: run the command again later');
  }
}

function thing({ type, id }: Change): string {
  return `${type}#${id}`;
}

function isDue({ at }: Change, atMs: number): boolean {
  const ageMs = atMs - Date.parse(at);
  return ageMs > SETTLED_AFTER_MS && ageMs < FEED_DEPTH_MS;
}

/** Reads the items of the range, and all notifications about the partner itself (test events). */
async function* readItems({ partnerId, fromMs, toMs }: CheckedRange): AsyncGenerator<StoredRecord> {
  const [from, to] = [
    fromMs === undefined ? undefined : minIdAt(fromMs),
    toMs === undefined ? undefined : minIdAt(toMs + 1),
  ];
  for (const [collection, key] of LISTS)
    for await (const rows of readPages({ partition: listPartition(partnerId, collection, allFacet), from, to }))
      for (const { SK } of rows) yield* await readPartition(key(String(SK)).PK);
  yield* await readPartition(partnerKey(partnerId).PK, 'NTF#');
}

/** Returns the versions in a feed, by item. */
async function readVersions(partnerId: string, nowMs: number): Promise<Map<string, Set<number>>> {
  const versions = new Map<string, Set<number>>();
  let from: FeedPosition = { page: 0, index: 0 };
  for (;;) {
    const { changes, next } = await readChanges(partnerId, { from, types: undefined, limit: PAGE, nowMs });
    for (const change of changes)
      versions.set(thing(change), (versions.get(thing(change)) ?? new Set()).add(change.version));
    if (next.page === from.page && next.index === from.index) return versions;
    from = next;
  }
}

export type Version = ReturnType<typeof holes>[number];

/** Returns the missing versions between versions in the feed. Versions before the first one do not count as missing. */
function holes(name: string, seen: ReadonlySet<number>) {
  const [type = '', id = ''] = name.split('#');
  const found = [];
  const [first = 0, ...later] = [...seen].toSorted((one, other) => one - other);
  for (let version = first + 1; version < (later.at(-1) ?? 0); version += 1)
    if (!seen.has(version)) found.push({ type, id, version });
  return found;
}
