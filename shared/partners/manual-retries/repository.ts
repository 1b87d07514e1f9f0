/** The rate of manual retries, kept in one small item per partner. */
import { TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { WriteContention } from '#shared/dynamodb/errors';
import { hasVersion } from '#shared/dynamodb/expressions';
import { manualRetriesKey } from '#shared/dynamodb/keys';
import { documentClient, readItem, readRecord, type StoredRecord } from '#shared/dynamodb/table';
import { conditionally } from '#shared/dynamodb/unit-of-work';
import { updateInput } from '#shared/dynamodb/writes';
import { type Admission, admitCall, MAX_RETRY_CALLS } from '#shared/webhooks/domain/manual-retry-rate';

const callsItem = z.object({ calls: z.array(z.number()), version: z.number() });

/** The calls of a partner as they were read. */
export type ManualRetryCalls = Readonly<z.infer<typeof callsItem>>;

/** The item is of no use after a minute; the table removes it when it gets to it. */
const RETENTION_S = 3600;

/** The calls of a partner that were counted lately. */
export function findManualRetryCalls(partnerId: string): Promise<ManualRetryCalls | undefined> {
  return readRecord(manualRetriesKey(partnerId), (raw) => callsItem.parse(raw));
}

/**
 * Counts a call if it is within the limit, and returns whether it was. A write is conditional on the version that it
 * was decided on, so of any number of concurrent calls exactly the allowed number is counted. After a conflict the
 * call decides again on the new state: after ten counted calls in a minute none is left, which bounds the attempts.
 *
 * @param read the calls as they have just been read
 * @throws WriteContention when the item still keeps changing
 */
export async function countManualRetry(
  partnerId: string,
  nowMs: number,
  read: ManualRetryCalls | undefined,
): Promise<Admission> {
  const key = manualRetriesKey(partnerId);
  let found = read;
  for (let attempt = 0; attempt <= 2 * MAX_RETRY_CALLS; attempt += 1) {
    const { calls, version } = found ?? { calls: [], version: 0 };
    const admission = admitCall(calls, nowMs);
    if (!admission.admitted) return admission;
    const current = await write(key, admission.calls, version, nowMs);
    if (current === 'written') return admission;
    found = current && callsItem.parse(current);
  }
  throw new WriteContention('The calls of a partner could not be counted');
}

/** Writes the calls over the version that was read; returns the current ones after a conflict. */
async function write(
  key: ReturnType<typeof manualRetriesKey>,
  calls: readonly number[],
  version: number,
  nowMs: number,
): Promise<'written' | StoredRecord | undefined> {
  const ttl = Math.ceil(nowMs / 1000) + RETENTION_S;
  const set = { calls, version: version + 1, ttl, entity: 'RETRY_CALLS' };
  const condition = hasVersion(version === 0 ? undefined : version);
  const command = new UpdateCommand(updateInput(key, { set, condition }, 'ALL_OLD'));
  try {
    const { held, item } = await conditionally(documentClient().send(command));
    // Without an image the item has expired in between.
    return held ? 'written' : item;
  } catch (error) {
    if (error instanceof TransactionConflictException) return readItem(key);
    throw error;
  }
}
