import { checkWrite } from '#ops/region/check-record';
import { writingRegionKey } from '#shared/dynamodb/keys';
import { writeAtomically } from '#shared/dynamodb/unit-of-work';
import { putItem } from '#shared/dynamodb/writes';
import type { WritingRegion } from '#shared/regions/domain/writing-region';

export const REGIONS = { first: 'us-east-1', second: 'us-west-2' } as const;
/** Outputs of the stack of a second Region. */
export const REGION_OUTPUTS = { FirstRegion: REGIONS.first, OwnRegion: REGIONS.second } as const;

/** Stores the record of the writing Region as it is some minutes after the fence of the first. */
export async function storeFenced(atMs: number, changes: Partial<WritingRegion> = {}): Promise<void> {
  const fence = { kind: 'DENIED', reason: 'ticket 1', operator: 'setup', atMs: atMs - 600_000, isComplete: false };
  const record = { region: REGIONS.first, epoch: 1, sinceMs: 0, fence, ...changes };
  await writeAtomically([putItem({ ...writingRegionKey, entity: 'REGION', version: 1, ...record })]);
}

/** Stores a check that began since that fence. @param left findings that it left as they were */
export async function storeChecked(atMs: number, left = 0): Promise<void> {
  await writeAtomically([checkWrite(1, { startedAtMs: atMs - 300_000, endedAtMs: atMs, items: 1, found: left, left })]);
}
