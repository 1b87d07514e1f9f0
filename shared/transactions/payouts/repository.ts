import * as z from 'zod/mini';
import { payeeResults } from '#shared/corridors/domain/payee-checks';
import { maybe } from '#shared/dynamodb/attributes';
import { type DueStep, readStep, type StepReference, stepAttributes } from '#shared/dynamodb/due-steps';
import {
  heldTransactionKey,
  INFORMATION_PREFIX,
  informationKey,
  payoutKey,
  type RecordKey,
  transactionKey,
} from '#shared/dynamodb/keys';
import { findWorkKeys, workEntry } from '#shared/dynamodb/look-ups';
import { readPartition, readRecord } from '#shared/dynamodb/table';
import type { PendingWrite } from '#shared/dynamodb/unit-of-work';
import { deleteItem, putIfAbsent, putIfVersion, putItem } from '#shared/dynamodb/writes';
import type { GivenInformation } from '#shared/transactions/domain/hold';
import type { Payout } from '#shared/transactions/domain/payout';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { findTransactions } from '#shared/transactions/repository';

const payoutItem = z.object({
  transactionId: z.string(),
  partnerId: z.string(),
  screening: z.enum(['NONE', 'ASKED', 'INFORMED', 'CLEARED']),
  screeningReference: maybe(z.string()),
  test: z.enum(['NONE', 'ASKED', 'PASSED']),
  payee: maybe(z.enum(payeeResults)),
  reference: maybe(z.string()),
  ordered: z.boolean(),
  calls: z.number(),
  sinceMs: z.number(),
  version: z.number(),
});

/** Decodes a stored payout. */
export const decodePayout = (raw: unknown): Payout => payoutItem.parse(raw);

/** Reads the payout that a queue message refers to, and the time of the next step. Returns `undefined` if no step remains. */
export function findPayoutStep(message: StepReference) {
  return readStep(message, decodePayout);
}

/** Reads the payout of a transaction; `undefined` if the payout has not begun. */
export function findPayout(transactionId: string): Promise<Payout | undefined> {
  return readRecord(payoutKey(transactionId), decodePayout);
}

/** Returns the write that starts a payout. */
export function payoutCreationWrite({ id: transactionId, partnerId }: Transaction, atMs: number): PendingWrite {
  const payout: Payout = {
    transactionId,
    partnerId,
    screening: 'NONE',
    screeningReference: undefined,
    test: 'NONE',
    payee: undefined,
    reference: undefined,
    ordered: false,
    calls: 0,
    sinceMs: atMs,
    version: 1,
  };
  return putIfAbsent(encodePayout(payout, { atMs, announced: true }));
}

/**
 * Returns the write that replaces a payout. The write fails if another worker has changed the payout since the read.
 * @param step the next step; `undefined` if the payout is complete or pending manual review
 */
export function payoutReplacementWrite(before: Payout, after: Payout, step: DueStep | undefined): PendingWrite {
  return putIfVersion(before.version, encodePayout({ ...after, version: before.version + 1 }, step));
}

function encodePayout(payout: Payout, step: DueStep | undefined) {
  const key = payoutKey(payout.transactionId);
  return { ...key, entity: 'PAYOUT', ...payout, ...stepAttributes(payout.transactionId, step) };
}

// The operators' list of holds, and the information that partners provide to end a hold.

/**
 * Returns the writes that add a transaction to the list of holds, or remove the transaction from the list. The unit of work of
 * the transition that changes the hold contains these writes.
 */
export function holdWrites({ hold: before }: Transaction, { id, partnerId, hold }: Transaction): PendingWrite[] {
  if (hold === undefined) return before === undefined ? [] : [deleteItem(heldTransactionKey(id))];
  if (before !== undefined) return [];
  const item = { ...heldTransactionKey(id), entity: 'HOLD', transactionId: id, partnerId };
  return [putItem({ ...item, ...workEntry('HELD', hold.sinceMs) })];
}

/** Reads the held transactions of all partners, starting with the oldest hold. The index is eventually consistent. */
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

/**
 * Returns the write that stores a partner's information for a hold. Each submission has its own item, identified by the
 * transaction's version.
 */
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

/** Returns the keys of all information that the partner has provided for a transaction. */
export async function findInformationKeys(transactionId: string): Promise<RecordKey[]> {
  const items = await readPartition(transactionKey(transactionId).PK, INFORMATION_PREFIX);
  return items.map(({ PK, SK }) => ({ PK: String(PK), SK: String(SK) }));
}

/** Reads the newest information that the partner has provided for a transaction. */
export async function findNewestInformation(transactionId: string): Promise<GivenInformation | undefined> {
  const newest = (await readPartition(transactionKey(transactionId).PK, INFORMATION_PREFIX)).at(-1);
  return newest === undefined ? undefined : information.parse(newest);
}
