/** A backfill: a change of the stored form of items that are in the table already. */
import { isDeepStrictEqual } from 'node:util';
import { duePartitions } from '#shared/dynamodb/keys';
import type { StoredRecord } from '#shared/dynamodb/table';

/** The change of an item. An attribute that is neither set nor removed stays as it is, also where another write came in between. */
export interface Reshaping {
  readonly set?: Readonly<Record<string, unknown>>;
  readonly remove?: readonly string[];
}

export interface Backfill {
  /** One sentence without its full stop, for `backfill list`. */
  readonly about: string;
  /** The `entity` of the items that it looks at. */
  readonly entity: string;
  /** Computes the change of an item from that item alone; `undefined` where it has its new form already. */
  reshape(item: StoredRecord): Reshaping | undefined;
}

/**
 * Attributes that decide what the service does next. Stream, redrive, feed and metrics act on them, and the version is what
 * partners count changes by: a backfill that leaves them alone causes nothing that anyone sees.
 */
const DECISIVE = ['PK', 'SK', 'entity', 'partnerId', 'version', 'outbox', 'duePk', 'dueAt', 'leaseUntil', 'ttl'].concat(
  ['status', 'usedBy', 'declaration', 'deliveryRun', 'retryAttempts', 'nextAttemptAt', 'updatedAt', 'updatedAtMs'],
);

/**
 * Computes and checks the change that a backfill makes to an item.
 * @throws Error when it would change a decisive attribute, or would change its own result again
 */
export function planReshaping(backfill: Backfill, item: StoredRecord): Reshaping | undefined {
  const reshaping = backfill.reshape(item);
  if (reshaping === undefined) return undefined;
  const names = changedNames(reshaping);
  const decisive = names.filter(
    (name) => DECISIVE.includes(name) && !(ENTRY.includes(name) && addsLookUp(item, reshaping)),
  );
  if (decisive.length > 0) throw new Error(`A backfill must not change ${decisive.join(', ')}`);
  const reshaped = Object.fromEntries(
    Object.entries({ ...item, ...reshaping.set }).filter(([name]) => !reshaping.remove?.includes(name)),
  );
  if (names.length === 0 || isDeepStrictEqual(reshaped, item) || backfill.reshape(reshaped) !== undefined)
    throw new Error('A backfill must change an item once, and leave its own result alone');
  return reshaping;
}

/** Attributes of an entry of the index. */
const ENTRY = ['duePk', 'dueAt'];

/** An entry that operators alone read (`shared/dynamodb/look-ups.ts`), on an item that nothing is due for. */
function addsLookUp({ duePk }: StoredRecord, { set }: Reshaping): boolean {
  return duePk === undefined && typeof set?.duePk === 'string' && !duePartitions().includes(set.duePk);
}

export function changedNames({ set = {}, remove = [] }: Reshaping): string[] {
  return [...Object.keys(set), ...remove];
}
