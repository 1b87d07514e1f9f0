import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { absent, allOf, anyOf, compare, itemExists } from '#shared/dynamodb/expressions';
import { apiKeyKey, digest } from '#shared/dynamodb/keys';
import { documentClient, readRecord } from '#shared/dynamodb/table';
import { conditionally, retryOnTransactionConflict } from '#shared/dynamodb/unit-of-work';
import { updateInput } from '#shared/dynamodb/writes';
import type { Caller } from '#shared/partners/domain/partner';
import { startOfDayMs, utcDay } from '#shared/values/calendar/calendar-day';
import { callerItem } from './item';

/** Cache lifetime of a caller in ms, so that a revocation is effective within a minute. */
const CACHE_MS = 60_000;
const CACHE_SIZE = 1000;
const DAY_MS = 86_400_000;

const cache = new Map<string, { readonly caller: Caller; readonly untilMs: number }>();

/** Finds a key's caller; `undefined` for an unknown, revoked or expired key. Caches the caller of a known key for a minute. */
export async function findCaller(key: string, atMs: number): Promise<Caller | undefined> {
  return activeCaller(await readCaller(digest(key), atMs), atMs);
}

function activeCaller(caller: Caller | undefined, atMs: number): Caller | undefined {
  const hasEnded = [caller?.revokedAtMs, caller?.expiresAtMs].some((endMs) => endMs !== undefined && endMs <= atMs);
  return hasEnded ? undefined : caller;
}

/**
 * Returns the caller of a key from the cache, even if the entry is outdated. This is enough to count a request, because a key
 * always belongs to the same partner. Returns `undefined` without an entry, or if the cached key is revoked or has expired.
 */
export function lastCaller(key: string, atMs: number): Caller | undefined {
  return activeCaller(cache.get(digest(key))?.caller, atMs);
}

async function readCaller(keyDigest: string, atMs: number): Promise<Caller | undefined> {
  const cached = cache.get(keyDigest);
  if (cached !== undefined && cached.untilMs > atMs && cached.untilMs <= atMs + CACHE_MS) return cached.caller;
  const caller = await readRecord(apiKeyKey(keyDigest), (raw) => callerItem.parse(raw));
  const [oldest] = cache.keys();
  if (cache.size >= CACHE_SIZE && oldest !== undefined) cache.delete(oldest);
  // An unknown key is not cached: it can be issued the next second.
  if (caller === undefined) cache.delete(keyDigest);
  else cache.set(keyDigest, { caller, untilMs: atMs + CACHE_MS });
  return caller;
}

/** Stores the day of an accepted request, with at most one write per day and key. */
export async function markUsed(key: string, caller: Caller, atMs: number): Promise<void> {
  if (caller.lastUsedOn !== undefined && atMs < startOfDayMs(caller.lastUsedOn) + DAY_MS) return;
  const today = utcDay(atMs);
  const keyDigest = digest(key);
  const cached = cache.get(keyDigest);
  if (cached !== undefined) cache.set(keyDigest, { ...cached, caller: { ...cached.caller, lastUsedOn: today } });
  const condition = allOf(itemExists, anyOf(absent('lastUsedOn'), compare('lastUsedOn', '<', today)));
  const command = new UpdateCommand(updateInput(apiKeyKey(keyDigest), { set: { lastUsedOn: today }, condition }));
  // A concurrent transaction that changes the key's item makes this write fail with a conflict. Therefore retry the write.
  await conditionally(retryOnTransactionConflict(() => documentClient().send(command)));
}
