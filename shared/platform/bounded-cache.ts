export interface BoundedCache<Value> {
  /** Returns the cached value, or loads it. Callers at the same time share one load. A failed load is not cached. */
  get(key: string, load: () => Promise<Value>): Promise<Value>;
}

export interface CacheBounds {
  /** Entries at most; the oldest is evicted. */
  readonly maxEntries: number;
  /** Lifetime of an entry, ms. @default as long as the process lives */
  readonly ttlMs?: number;
  /** Milliseconds that only ever rise. @default performance.now */
  readonly now?: (() => number) | undefined;
}

/** The one cache of a process: bounded in entries and in time. */
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
      // A map keeps the order in which its entries were set.
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
