/** The record of the last whole check of a table that another Region has written. */
import * as z from 'zod/mini';
import { regionCheckKey } from '#shared/dynamodb/keys';
import { readRecord } from '#shared/dynamodb/table';
import type { PendingWrite } from '#shared/dynamodb/unit-of-work';
import { putItem } from '#shared/dynamodb/writes';

/** Times are epoch ms. */
const checkItem = z.object({
  startedAtMs: z.number(),
  endedAtMs: z.number(),
  /** Items that were read. */
  items: z.number(),
  found: z.number(),
  /** Findings that were not carried out, since something else had changed. */
  left: z.number(),
});
export type RegionCheck = z.infer<typeof checkItem>;

/** The last check before the Region of an epoch is replaced. */
export function findCheck(epoch: number): Promise<RegionCheck | undefined> {
  return readRecord(regionCheckKey(epoch), (raw) => checkItem.parse(raw));
}

/** The action that stores a check in place of the one before. */
export function checkWrite(epoch: number, check: RegionCheck): PendingWrite {
  return putItem({ ...regionCheckKey(epoch), entity: 'REGION_CHECK', ...check });
}
