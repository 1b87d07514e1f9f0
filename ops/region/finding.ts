/** Findings of the check of a table that another Region has written: what arrived by half, and what was done about it. */

import * as z from 'zod/mini';
import type { RecordKey } from '#shared/dynamodb/keys';
import { digest, regionFindingKey } from '#shared/dynamodb/keys';
import { readPages, type StoredRecord } from '#shared/dynamodb/table';
import { ConditionsFailed, type PendingWrite, writeAtomically } from '#shared/dynamodb/unit-of-work';
import { putItem } from '#shared/dynamodb/writes';

/**
 * `LOST`: acknowledged, and not here. `REMOVED`: a part of a write whose rest never came. `REBUILT`: a part that follows from what
 * came. `INCOMPLETE`: a part is missing and follows from nothing; a person has to look.
 */
export const findingKinds = ['LOST', 'REMOVED', 'REBUILT', 'INCOMPLETE'] as const;
export type FindingKind = (typeof findingKinds)[number];

export interface Finding {
  readonly kind: FindingKind;
  /** Kind of item, such as `TX` or `NTF`. */
  readonly entity: string;
  /** Id of the transaction, or of what was found otherwise. */
  readonly id: string;
  readonly partnerId: string;
  /** Name of the part; nothing of a person. */
  readonly about: string;
}

/** A finding with the writes that put it right. */
export interface Repair {
  readonly finding: Finding;
  /** None where nothing can be done. */
  readonly writes: readonly PendingWrite[];
}

/** Actions of one transaction of the table, less one for the finding. */
const MOST_WRITES = 90;

/**
 * Carries repairs out, each in one write with its finding, so that a run that is ended in between loses none.
 * A record that has changed since it was read is left, and found again by the next check.
 * @returns whether it was carried out
 */
export async function carryOut({ finding, writes }: Repair, epoch: number): Promise<boolean> {
  const { kind, entity, id, about } = finding;
  const key = regionFindingKey(epoch, `${kind}#${id}#${digest(`${entity} ${about}`).slice(0, 16)}`);
  try {
    for (let first = MOST_WRITES; first < writes.length; first += MOST_WRITES)
      await writeAtomically(writes.slice(first, first + MOST_WRITES));
    await writeAtomically([
      ...writes.slice(0, MOST_WRITES),
      putItem({ ...key, ...finding, entity: 'REGION_FINDING', of: entity }),
    ]);
    return true;
  } catch (error) {
    if (error instanceof ConditionsFailed) return false;
    throw error;
  }
}

const stored = z.object({
  kind: z.enum(findingKinds),
  of: z.string(),
  id: z.string(),
  partnerId: z.string(),
  about: z.string(),
});

/** The findings of an epoch, page by page. */
export async function* readFindings(epoch: number): AsyncGenerator<Finding[]> {
  for await (const items of readPages({ partition: regionFindingKey(epoch, '').PK }))
    yield items.map((item) => stored.parse(item)).map(({ of: entity, ...finding }) => ({ ...finding, entity }));
}

export function keyOf({ PK, SK }: StoredRecord): RecordKey {
  return { PK: String(PK), SK: String(SK) };
}
