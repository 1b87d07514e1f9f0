/**
 * Counters of the amounts of created transactions, per day or month. The creation of a transaction reads and writes the counters
 * together with its own items.
 */
import * as z from 'zod/mini';
import { absent, anyOf, compare } from '#shared/dynamodb/expressions';
import { LIMIT_ALLOTMENTS, partnerLimitKey, type RecordKey, userLimitKey } from '#shared/dynamodb/keys';
import { readItems, type StoredRecord } from '#shared/dynamodb/table';
import type { PendingWrite } from '#shared/dynamodb/unit-of-work';
import { updateItem } from '#shared/dynamodb/writes';
import type { Take } from './domain/allotments';
import { type Limit, type LimitName, type LimitUse, limitFacts, limitNames, periodAt } from './domain/limit';

interface Owners {
  readonly partnerId: string;
  readonly userId: string;
}

/** A limit with its usage per allotment, in US cents. */
export interface LimitCounter extends Limit {
  readonly used: readonly bigint[];
}

/** A stored use. */
export const storedLimitUse = z.object({
  name: z.enum(limitNames),
  within: z.string(),
  allotment: z.number(),
  cents: z.pipe(
    z.number(),
    z.transform((cents: number) => BigInt(cents)),
  ),
});

export function encodeLimitUse({ cents, ...rest }: LimitUse) {
  return { ...rest, cents: Number(cents) };
}

function keyOf(name: LimitName, within: string, allotment: number, { partnerId, userId }: Owners): RecordKey {
  const { owner, period } = limitFacts[name];
  return owner === 'USER'
    ? userLimitKey(userId, `${period}#${within}`)
    : partnerLimitKey(partnerId, allotment, `${period}#${within}`);
}

/** Returns the counter keys of a limit: one for a user, one per allotment for a partner. */
function counterKeys({ name, owner, within }: Limit, owners: Owners): RecordKey[] {
  const allotments = owner === 'USER' ? 1 : LIMIT_ALLOTMENTS;
  return Array.from({ length: allotments }, (_, allotment) => keyOf(name, within, allotment, owners));
}

const counterItem = z.object({ used: z.number() });

/** Returns the keys of the limits' counters, and a function that decodes the items in the order of these keys. */
export function counterReads(limits: readonly Limit[], owners: Owners) {
  const groups = limits.map((limit) => ({ limit, keys: counterKeys(limit, owners) }));
  return {
    keys: groups.flatMap(({ keys }) => keys),
    decode(items: readonly (StoredRecord | undefined)[]): LimitCounter[] {
      let read = 0;
      return groups.map(({ limit, keys }) => {
        const own = items.slice(read, read + keys.length);
        read += keys.length;
        return { ...limit, used: own.map((item) => (item === undefined ? 0n : BigInt(counterItem.parse(item).used))) };
      });
    },
  };
}

/** Reads the counters of limits. */
export async function readCounters(limits: readonly Limit[], owners: Owners): Promise<LimitCounter[]> {
  const { keys, decode } = counterReads(limits, owners);
  return decode(keys.length === 0 ? [] : await readItems(keys));
}

/** Days for which a counter remains in the table after its period, for inquiries. */
const RETENTION_DAYS = 7;

/** Attributes that the first use of a counter stores. */
function counterAttributes(resetsAtMs: number) {
  return { entity: 'LIMIT', ttl: Math.floor(resetsAtMs / 1000) + RETENTION_DAYS * 86_400 };
}

/** Returns the write that counts a part of an amount. The write fails if the allotment would exceed its ceiling. */
export function takeWrite({ name, within, resetsAtMs }: Limit, take: Take, owners: Owners): PendingWrite {
  const { allotment, cents, ceiling } = take;
  return updateItem(keyOf(name, within, allotment, owners), {
    add: { used: Number(cents) },
    setIfAbsent: counterAttributes(resetsAtMs),
    condition: anyOf(absent('used'), compare('used', '<=', Number(ceiling - cents))),
  });
}

/**
 * Returns the writes that subtract uses from their counters.
 * @param atMs instant (epoch ms) in the day or month of every use
 */
export function giveBackWrites(uses: readonly LimitUse[], owners: Owners, atMs: number): PendingWrite[] {
  return uses.map(({ name, within, allotment, cents }) =>
    updateItem(keyOf(name, within, allotment, owners), {
      add: { used: -Number(cents) },
      setIfAbsent: counterAttributes(periodAt(limitFacts[name].period, atMs).resetsAtMs),
    }),
  );
}
