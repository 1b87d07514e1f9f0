import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { absent, allOf, anyOf, compare, itemExists } from '#shared/dynamodb/expressions';
import { apiKeyKey, digest } from '#shared/dynamodb/keys';
import { documentClient, readRecord } from '#shared/dynamodb/table';
import { conditionally } from '#shared/dynamodb/unit-of-work';
import { updateInput } from '#shared/dynamodb/writes';
import type { Caller } from '#shared/partners/domain/partner';
import { startOfDayMs, utcDay } from '#shared/values/calendar/calendar-day';
import { type CallerItem, callerItem, toCaller } from './item';

/** Lifetime of a cached caller, so that a revocation takes effect within a minute everywhere. */
const CACHE_MS = 60_000;
const CACHE_SIZE = 1000;
const DAY_MS = 86_400_000;

const cache = new Map<string, { readonly item: CallerItem | undefined; readonly untilMs: number }>();

/** Finds who holds a key; `undefined` for an unknown, revoked or expired one. One read, at most once a minute. */
export async function findCaller(key: string, atMs: number): Promise<Caller | undefined> {
  const item = await cachedItem(digest(key), atMs);
  return item === undefined ? undefined : activeCaller(item, atMs);
}

function activeCaller(item: CallerItem, atMs: number): Caller | undefined {
  const caller = toCaller(item);
  const ended = (endMs: number | undefined) => endMs !== undefined && endMs <= atMs;
  return ended(caller.revokedAtMs) || ended(caller.expiresAtMs) ? undefined : caller;
}

/**
 * Returns the partner of a key as this process read it last; `undefined` if it read none, or one that had ended. A key
 * never changes its partner.
 */
export function lastHolder(key: string, atMs: number): string | undefined {
  const item = cache.get(digest(key))?.item;
  return item === undefined ? undefined : activeCaller(item, atMs)?.partnerId;
}

async function cachedItem(keyDigest: string, atMs: number): Promise<CallerItem | undefined> {
  const cached = cache.get(keyDigest);
  if (cached !== undefined && cached.untilMs > atMs && cached.untilMs <= atMs + CACHE_MS) return cached.item;
  const item = await readRecord(apiKeyKey(keyDigest), (raw) => callerItem.parse(raw));
  const [oldest] = cache.keys();
  if (cache.size >= CACHE_SIZE && oldest !== undefined) cache.delete(oldest);
  // An unknown key is not cached: it may be issued the next second.
  if (item === undefined) cache.delete(keyDigest);
  else cache.set(keyDigest, { item, untilMs: atMs + CACHE_MS });
  return item;
}

/** Notes the day of an accepted request, with one write a day and key. */
export async function markUsed(key: string, caller: Caller, atMs: number): Promise<void> {
  if (caller.lastUsedOn !== undefined && atMs < startOfDayMs(caller.lastUsedOn) + DAY_MS) return;
  const today = utcDay(atMs);
  const keyDigest = digest(key);
  const cached = cache.get(keyDigest);
  if (cached?.item !== undefined) cache.set(keyDigest, { ...cached, item: { ...cached.item, lastUsedOn: today } });
  const condition = allOf(itemExists, anyOf(absent('lastUsedOn'), compare('lastUsedOn', '<', today)));
  const command = new UpdateCommand(updateInput(apiKeyKey(keyDigest), { set: { lastUsedOn: today }, condition }));
  await conditionally(documentClient().send(command));
}
