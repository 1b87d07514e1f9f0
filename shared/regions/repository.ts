/** The record of the Region that writes. */
import * as z from 'zod/mini';
import { maybe } from '#shared/dynamodb/attributes';
import { writingRegionKey } from '#shared/dynamodb/keys';
import { readRecord } from '#shared/dynamodb/table';
import type { PendingWrite } from '#shared/dynamodb/unit-of-work';
import { putIfVersion } from '#shared/dynamodb/writes';
import { required } from '#shared/platform/config/environment';
import { fenceKinds, type OrderGate, orderGate, type WritingRegion } from './domain/writing-region';

const regionItem = z.object({
  region: z.string(),
  epoch: z.number(),
  sinceMs: z.number(),
  fence: maybe(
    z.object({
      kind: z.enum(fenceKinds),
      reason: z.string(),
      operator: z.string(),
      atMs: z.number(),
      isComplete: z.boolean(),
    }),
  ),
  reviewBeforeMs: maybe(z.number()),
  version: z.number(),
});

/** The record with its version, by which its changes are distinguished. */
export type StoredRegion = WritingRegion & { readonly version: number };

/** The Region that writes: by its record, or, before the first change of it, as the settings have it. */
export async function findWritingRegion(first: string): Promise<StoredRegion> {
  const stored = await readRecord(writingRegionKey, (raw): StoredRegion => regionItem.parse(raw));
  const none = { region: first, epoch: 1, sinceMs: 0, fence: undefined, reviewBeforeMs: undefined, version: 0 };
  return stored ?? none;
}

/** The action that stores a change of it; it fails when another was stored since. */
export function writingRegionWrite({ version }: StoredRegion, next: WritingRegion): PendingWrite {
  const { region, epoch, sinceMs, fence, reviewBeforeMs } = next;
  const item = { region, epoch, sinceMs, fence, reviewBeforeMs, version: version + 1 };
  return putIfVersion(version === 0 ? undefined : version, { ...writingRegionKey, entity: 'REGION', ...item });
}

/** A transaction's order, as the gate sees it. */
interface GatedOrder {
  /** Creation of its transaction, epoch ms. */
  readonly createdAtMs: number;
  readonly reviewed?: number | undefined;
}

/**
 * Decides if an order may leave this Region, with the epoch that decides. It reads the record each time: an order is rare beside
 * its read, and a fence counts at once. A stage of one Region reads nothing.
 */
export async function readOrderGate(order: GatedOrder): Promise<{ readonly gate: OrderGate; readonly epoch: number }> {
  const first = process.env.FIRST_WRITING_REGION;
  if (first === undefined || first === '') return { gate: 'OPEN', epoch: 0 };
  const writing = await findWritingRegion(first);
  const { createdAtMs, reviewed } = order;
  return { gate: orderGate(writing, { here: required('AWS_REGION'), createdAtMs, reviewed }), epoch: writing.epoch };
}
