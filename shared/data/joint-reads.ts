import type { Key } from '#shared/data/keys';
import { type RawItem, readItem, readItems } from '#shared/data/table';

/** Keys of one batch read (service limit). */
const MOST_KEYS = 100;

interface Wanted {
  readonly key: Key;
  readonly resolve: (item: RawItem | undefined) => void;
  readonly reject: (error: unknown) => void;
}

let wanted: Wanted[] = [];

/**
 * Reads one item consistently, in one call with whatever else is asked for in the same turn of the event loop. The call
 * begins after the last to ask, so nobody gets an item older than its question. For work that comes in batches: ten
 * messages side by side read the settings of their partner once.
 */
export function readJointly(key: Key): Promise<RawItem | undefined> {
  return new Promise((resolve, reject) => {
    if (wanted.length === 0) setImmediate(readWanted);
    wanted.push({ key, resolve, reject });
  });
}

function readWanted(): void {
  const asked = wanted;
  wanted = [];
  for (let start = 0; start < asked.length; start += MOST_KEYS)
    void readAll(asked.slice(start, start + MOST_KEYS));
}

async function readAll(asked: readonly Wanted[]): Promise<void> {
  try {
    const items = await readKeys(asked.map(({ key }) => key));
    for (const [index, { resolve }] of asked.entries()) resolve(items[index]);
  } catch (error) {
    for (const { reject } of asked) reject(error);
  }
}

async function readKeys(keys: readonly Key[]): Promise<(RawItem | undefined)[]> {
  const [first, ...others] = keys;
  if (first === undefined) return [];
  if (others.some(({ PK, SK }) => PK !== first.PK || SK !== first.SK)) return readItems(keys);
  const item = await readItem(first);
  return keys.map(() => item);
}
