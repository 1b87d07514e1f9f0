/** Holds as operators list them, and the information that partners give for their release. */
import * as z from 'zod/mini';
import {
  heldTransactionKey,
  INFORMATION_PREFIX,
  informationKey,
  type RecordKey,
  transactionKey,
} from '#shared/dynamodb/keys';
import { findWorkKeys, workEntry } from '#shared/dynamodb/look-ups';
import { readPartition } from '#shared/dynamodb/table';
import type { PendingWrite } from '#shared/dynamodb/unit-of-work';
import { deleteItem, putIfAbsent, putItem } from '#shared/dynamodb/writes';
import type { GivenInformation } from '#shared/transactions/domain/hold';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { findTransactions } from '#shared/transactions/repository';

/** The actions that list a transaction among the held ones, or take it off, with the transition that changes its hold. */
export function holdWrites({ hold: before }: Transaction, { id, partnerId, hold }: Transaction): PendingWrite[] {
  if (hold === undefined) return before === undefined ? [] : [deleteItem(heldTransactionKey(id))];
  if (before !== undefined) return [];
  const item = { ...heldTransactionKey(id), entity: 'HOLD', transactionId: id, partnerId };
  return [putItem({ ...item, ...workEntry('HELD', hold.sinceMs) })];
}

/** The held transactions of all partners, the longest held first. The index is read eventually consistently. */
export async function findHeldTransactions(limit: number): Promise<Transaction[]> {
  const keys = await findWorkKeys('HELD', limit);
  const found = await findTransactions(keys.map(({ PK }) => PK.slice('TX#'.length)));
  return found
    .filter(({ hold }) => hold !== undefined)
    .toSorted((one, other) => (one.hold?.sinceMs ?? 0) - (other.hold?.sinceMs ?? 0));
}

const text = z.optional(z.string());
const information = z.object({
  id: z.string(),
  items: z.array(z.object({ field: z.string(), value: text, fileUrl: text })),
});

/** The action that stores what a partner gives; its id follows from the transaction's version. */
export function informationWrite(
  { id: transactionId, partnerId, version }: Transaction,
  items: GivenInformation['items'],
): PendingWrite {
  const id = `${transactionId}-${version}`;
  return putIfAbsent({
    ...informationKey(transactionId, version),
    entity: 'INFORMATION',
    ...{ id, transactionId, partnerId, items },
  });
}

/** The keys of everything that partners have given for a transaction. */
export async function findInformationKeys(transactionId: string): Promise<RecordKey[]> {
  const items = await readPartition(transactionKey(transactionId).PK, INFORMATION_PREFIX);
  return items.map(({ PK, SK }) => ({ PK: String(PK), SK: String(SK) }));
}

/** The newest information of a transaction. */
export async function findNewestInformation(transactionId: string): Promise<GivenInformation | undefined> {
  const newest = (await readPartition(transactionKey(transactionId).PK, INFORMATION_PREFIX)).at(-1);
  return newest === undefined ? undefined : information.parse(newest);
}
