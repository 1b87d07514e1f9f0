import * as z from 'zod/mini';

/** What a function asked of the database. */
export interface Asked {
  reads: number;
  writes: number;
  readonly calls: Record<string, number>;
}

/** What some work asked of the cloud. */
export interface Counts {
  /** Consumed read and write request units. */
  reads: number;
  writes: number;
  /** Of the write units, those of the index of due items. */
  indexWrites: number;
  /** Write units by partition key, as far as the requests tell: what an update leaves of an item counts as 1 KB. */
  readonly partitions: Record<string, number>;
  /** Calls of the database by operation. */
  readonly database: Record<string, number>;
  /** Invocations by function. */
  readonly invocations: Record<string, number>;
  /** What each function asked of the database itself. */
  readonly functions: Record<string, Asked>;
  /** Events put on the bus. */
  events: number;
  /** Requests that send messages to queues, by the bus or by functions. */
  sends: number;
  /** Calls of the key service. */
  keyCalls: number;
}

export const countsShape = z.object({
  reads: z.number(),
  writes: z.number(),
  indexWrites: z.number(),
  partitions: z.record(z.string(), z.number()),
  database: z.record(z.string(), z.number()),
  invocations: z.record(z.string(), z.number()),
  functions: z.record(
    z.string(),
    z.object({ reads: z.number(), writes: z.number(), calls: z.record(z.string(), z.number()) }),
  ),
  events: z.number(),
  sends: z.number(),
  keyCalls: z.number(),
});

export function noCounts(): Counts {
  return {
    reads: 0,
    writes: 0,
    indexWrites: 0,
    partitions: {},
    database: {},
    invocations: {},
    functions: {},
    events: 0,
    sends: 0,
    keyCalls: 0,
  };
}

/** More of a kind. */
export function count(kinds: Record<string, number>, kind: string, more = 1): void {
  kinds[kind] = (kinds[kind] ?? 0) + more;
}

/** How many there are of all kinds. */
export function total(kinds: Readonly<Record<string, number>>): number {
  return Object.values(kinds).reduce((sum, one) => sum + one, 0);
}

const units = z.looseObject({
  CapacityUnits: z.optional(z.number()),
  ReadCapacityUnits: z.optional(z.number()),
  GlobalSecondaryIndexes: z.optional(
    z.record(z.string(), z.looseObject({ CapacityUnits: z.optional(z.number()) })),
  ),
});
const answer = z.looseObject({ ConsumedCapacity: z.optional(z.union([units, z.array(units)])) });

const WRITES = ['PutItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems', 'BatchWriteItem'];

/** Units that an answer of the database says its request consumed. */
export interface Consumed {
  readonly reads: number;
  readonly writes: number;
  /** Of the writes, those of the index. */
  readonly indexWrites: number;
}

export function consumedBy(operation: string, text: string): Consumed {
  const { ConsumedCapacity = [] } = answer.parse(JSON.parse(text === '' ? '{}' : text));
  const sum = { reads: 0, writes: 0, indexWrites: 0 };
  for (const one of [ConsumedCapacity].flat()) {
    const { CapacityUnits = 0, ReadCapacityUnits = 0, GlobalSecondaryIndexes = {} } = one;
    if (!WRITES.includes(operation)) {
      sum.reads += CapacityUnits;
      continue;
    }
    sum.reads += ReadCapacityUnits;
    sum.writes += CapacityUnits;
    for (const index of Object.values(GlobalSecondaryIndexes)) sum.indexWrites += index.CapacityUnits ?? 0;
  }
  return sum;
}

/** Adds to what was counted, and to what its function asked, where a function asked. */
export function addConsumed(
  counts: Counts,
  { reads, writes, indexWrites }: Consumed,
  asked: Asked | undefined,
): void {
  counts.reads += reads;
  counts.writes += writes;
  counts.indexWrites += indexWrites;
  if (asked === undefined) return;
  asked.reads += reads;
  asked.writes += writes;
}

/** What a function has asked so far. */
export function askedBy(counts: Counts, functionKey: string): Asked {
  counts.functions[functionKey] ??= { reads: 0, writes: 0, calls: {} };
  return counts.functions[functionKey];
}
