import * as z from 'zod/mini';
import { DUE_SHARDS } from '#shared/dynamodb/keys';
import type { Counts } from './counts';

/** Load of the simulation: partners of Zipf sizes, the second half as large as the first, the third a third. */
export const SIMULATED = { perSecond: 1000, seconds: 10, partners: 50 } as const;

/** The busiest keys of the table, then that of its index. */
export const hotKeysShape = z.object({
  unitsPerSecond: z.number(),
  keys: z.array(z.object({ key: z.string(), perSecond: z.number(), share: z.number() })),
});

/** Keys of which a partner has one, whatever its number of transactions. */
const OF_A_PARTNER = /^(L|FEED|COUNT|RATE)#/;
const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

export interface Width {
  readonly key: string;
  /** Write units of one transaction from its creation to its end. */
  readonly units: number;
}

/** The keys of a partner that the life of one transaction writes most to, and its share of one of the index. */
export function widestPartitions(lives: readonly Counts[]): Width[] {
  const [life] = lives;
  if (life === undefined) return [];
  const widest = Object.entries(life.partitions)
    .filter(([key]) => OF_A_PARTNER.test(key))
    .map(([key, units]) => ({ key: key.replaceAll(ID, '…'), units }))
    .toSorted((left, right) => right.units - left.units)
    .slice(0, 5);
  return [
    ...widest,
    { key: `index DUE#0–${DUE_SHARDS - 1}, each, of all partners`, units: life.indexWrites / DUE_SHARDS },
  ];
}
