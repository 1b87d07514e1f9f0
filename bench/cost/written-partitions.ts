import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod/mini';
import { type Counts, count } from './counts';
import { itemBytes, writeUnits } from './item-size';

const key = z.looseObject({ PK: z.object({ S: z.string() }) });
const write = z.looseObject({ Item: z.optional(key), Key: z.optional(key) });
const body = z.looseObject({
  ...write.shape,
  TransactItems: z.optional(z.array(z.record(z.string(), write))),
});

/** Adds what a request writes to the partition keys that it writes to. */
export function addPartitions(counts: Counts, operation: string, request: unknown): void {
  if (!['PutItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems'].includes(operation)) return;
  const { TransactItems, ...alone } = body.parse(request);
  const writes = TransactItems?.flatMap((item) => Object.values(item)) ?? [alone];
  for (const { Item, Key } of writes) {
    const written = Item ?? Key;
    if (written === undefined) continue;
    const bytes = Item === undefined ? 0 : itemBytes(unmarshall(attributes.parse(Item)));
    count(counts.partitions, written.PK.S, writeUnits(bytes, TransactItems !== undefined));
  }
}

/** An item on the wire; what its attributes hold is for the SDK to read. */
const attributes = z.record(z.string(), z.any());
