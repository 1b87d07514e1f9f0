import * as z from 'zod/mini';
import { railStatusesKey } from '#shared/dynamodb/keys';
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { readRecord } from '#shared/dynamodb/table';
import { type PendingWrite, writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { putIfVersion } from '#shared/dynamodb/writes';
import { type RailStatus, type RailStatuses, railStatuses, type WatchedRail, watchedRails } from './domain/rail-status';

const railsItem = z.object({
  statuses: z.partialRecord(z.enum(watchedRails), z.enum(railStatuses)),
  version: z.number(),
});

/** Returns the rail statuses that operators have set. */
export async function findRailStatuses(): Promise<RailStatuses> {
  return (await readStored())?.statuses ?? {};
}

function readStored() {
  return readRecord(railStatusesKey, (raw) => railsItem.parse(raw));
}

/** Sets the status of a rail and writes the operator's audit record, in one unit of work. @throws WriteContention */
export async function setRailStatus(type: WatchedRail, status: RailStatus, audit: PendingWrite): Promise<void> {
  await retryOnConflict(async () => {
    const before = await readStored();
    const statuses = { ...before?.statuses, [type]: status };
    const item = { ...railStatusesKey, entity: 'RAILS', statuses, version: (before?.version ?? 0) + 1 };
    return (await writeIfConditionsHold([putIfVersion(before?.version, item), audit])) ? true : undefined;
  });
}
