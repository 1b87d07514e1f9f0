/** Due steps: the item attributes that schedule a step, and the read of the item that a queue message refers to. */
import * as z from 'zod/mini';
import { duePartition } from './keys';
import { readItem, type StoredRecord } from './table';

export interface DueStep {
  /** Epoch ms. */
  readonly atMs: number;
  /**
   * If true, a queue message is sent immediately after the write of the item, even before `atMs`. If false, or if a worker drops
   * an early message, the redrive sends the message up to a minute after `atMs`.
   */
  readonly announced: boolean;
}

/**
 * Returns the attributes that schedule a step; empty without a step.
 * @param id id of the item, which determines the index partition
 */
export function stepAttributes(id: string, step: DueStep | undefined) {
  if (step === undefined) return {};
  // `stepAt` is the planned time and does not change. The redrive increases `dueAt` each time it sends the step again.
  const due = { duePk: duePartition(id), stepAt: step.atMs, dueAt: step.atMs };
  return step.announced ? { outbox: 'OPEN', ...due } : due;
}

/** Attributes to remove from an item to cancel its step. */
export const STEP_ATTRIBUTES = ['outbox', 'duePk', 'stepAt', 'dueAt'] as const;

const stepFields = z.object({ stepAt: z.optional(z.number()) });

/** Returns the due time of a stored item's step, epoch ms; `undefined` if the item has no step. */
export function readStepAt(raw: StoredRecord): number | undefined {
  return stepFields.parse(raw).stepAt;
}

/** Key of an item with a step, as contained in queue messages. */
export interface StepReference {
  readonly pk: string;
  readonly sk: string;
}

/** Returns the item that a queue message refers to, with the time of its step (epoch ms); `undefined` if no step remains. */
export async function readStep<T>(
  { pk, sk }: StepReference,
  decode: (raw: StoredRecord) => T,
): Promise<{ readonly item: T; readonly stepAtMs: number } | undefined> {
  const raw = await readItem({ PK: pk, SK: sk });
  const stepAtMs = raw && readStepAt(raw);
  return raw === undefined || stepAtMs === undefined ? undefined : { item: decode(raw), stepAtMs };
}
