export interface BoundedCache<Value> {
  /** Returns the cached value, or loads it. Concurrent callers with the same key share one load. Failed loads are not cached. */
  get(key: string, load: () => Promise<Value>): Promise<Value>;
}

export interface CacheBounds {
  /** Maximum number of entries. If the cache is full, a new entry evicts the oldest entry. */
  readonly maxEntries: number;
  /** Lifetime of an entry, ms. @default no expiry */
  readonly ttlMs?: number;
  /** Monotonic clock, in ms. @default performance.now */
  readonly now?: (() => number) | undefined;
}

/** Creates an in-memory cache with a maximum number of entries and a maximum age. */
export function boundedCache<Value>({
  maxEntries,
  ttlMs = Number.POSITIVE_INFINITY,
  now = () => performance.now(),
}: CacheBounds): BoundedCache<Value> {
  const entries = new Map<string, { readonly value: Promise<Value>; readonly untilMs: number }>();
  return {
    get(key, load) {
      const known = entries.get(key);
      if (known !== undefined && known.untilMs > now()) return known.value;
      const entry = { value: load(), untilMs: now() + ttlMs };
      // A `Map` iterates in insertion order: the first key is the oldest.
      entries.delete(key);
      const [oldest] = entries.keys();
      if (entries.size >= maxEntries && oldest !== undefined) entries.delete(oldest);
      entries.set(key, entry);
      entry.value.catch(() => {
        if (entries.get(key) === entry) entries.delete(key);
      });
      return entry.value;
    },
  };
}
