/** Steps that a worker takes when they are due: how items carry them, and how the item of a message is read. */
import * as z from 'zod/mini';
import { duePartition } from './keys';
import { readItem, type StoredRecord } from './table';

export interface DueStep {
  /** Epoch ms. */
  readonly atMs: number;
  /** Sends a message at once; without it the redrive finds the step when it is due, up to a minute later. */
  readonly announced: boolean;
}

/** The index attributes of a step; none without a step. @param id of the item, which spreads the steps */
export function stepAttributes(id: string, step: DueStep | undefined) {
  if (step === undefined) return {};
  // `stepAt` is the step's own time; the redrive advances `dueAt` each time it sends the step again.
  const due = { duePk: duePartition(id), stepAt: step.atMs, dueAt: step.atMs };
  return step.announced ? { outbox: 'OPEN', ...due } : due;
}

/** The attributes to remove from an item whose step is not to be taken any more. */
export const STEP_ATTRIBUTES = ['outbox', 'duePk', 'stepAt', 'dueAt'] as const;

const stepFields = z.object({ stepAt: z.optional(z.number()) });

/** Reads the due time of a stored item's step, epoch ms; `undefined` if it has none. */
export function readStepAt(raw: StoredRecord): number | undefined {
  return stepFields.parse(raw).stepAt;
}

/** Key of the item of a step, as messages carry it. */
export interface StepReference {
  readonly pk: string;
  readonly sk: string;
}

/** The item that a message names, with the time of its step in epoch ms; `undefined` when no step is left. */
export async function readStep<T>(
  { pk, sk }: StepReference,
  decode: (raw: StoredRecord) => T,
): Promise<{ readonly item: T; readonly stepAtMs: number } | undefined> {
  const raw = await readItem({ PK: pk, SK: sk });
  const stepAtMs = raw && readStepAt(raw);
  return raw === undefined || stepAtMs === undefined ? undefined : { item: decode(raw), stepAtMs };
}
