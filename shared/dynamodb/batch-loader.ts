import type { RecordKey } from './keys';
import { readItem, readItems, type StoredRecord } from './table';

/** Maximum keys of one BatchGetItem call (DynamoDB limit). */
const MAX_KEYS = 100;

interface PendingLoad {
  readonly key: RecordKey;
  readonly resolve: (item: StoredRecord | undefined) => void;
  readonly reject: (error: unknown) => void;
}

let pending: PendingLoad[] = [];

/**
 * Reads one item consistently. All items requested in the same turn of the event loop are read together. The calls start after
 * the last request, so no caller gets outdated data.
 */
export function batchLoad(key: RecordKey): Promise<StoredRecord | undefined> {
  return new Promise((resolve, reject) => {
    if (pending.length === 0) setImmediate(flush);
    pending.push({ key, resolve, reject });
  });
}

function flush(): void {
  const batch = pending;
  pending = [];
  for (let start = 0; start < batch.length; start += MAX_KEYS) void loadBatch(batch.slice(start, start + MAX_KEYS));
}

async function loadBatch(batch: readonly PendingLoad[]): Promise<void> {
  try {
    const items = await loadKeys(batch.map(({ key }) => key));
    for (const [index, { resolve }] of batch.entries()) resolve(items[index]);
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}

async function loadKeys(keys: readonly RecordKey[]): Promise<(StoredRecord | undefined)[]> {
  const [first, ...others] = keys;
  if (first === undefined) return [];
  if (others.some(({ PK, SK }) => PK !== first.PK || SK !== first.SK)) return readItems(keys);
  const item = await readItem(first);
  return keys.map(() => item);
}
