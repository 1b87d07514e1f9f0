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

/** Reads a stored payout. */
export const decodePayout = (raw: unknown): Payout => payoutItem.parse(raw);

/** The payout that a message names, with the time of its next step; `undefined` when no step is left. */
export function findPayoutStep(message: StepReference) {
  return readStep(message, decodePayout);
}

/** The payout of a transaction, if it has begun. */
export function findPayout(transactionId: string): Promise<Payout | undefined> {
  return readRecord(payoutKey(transactionId), decodePayout);
}

/** The action with which paying out begins. */
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
 * The action that stores a payout over the one that was read; it fails when another run has stored one in between.
 * @param step the next step; without one the payout is finished, or a person has taken it over
 */
export function payoutReplacementWrite(before: Payout, after: Payout, step: DueStep | undefined): PendingWrite {
  return putIfVersion(before.version, encodePayout({ ...after, version: before.version + 1 }, step));
}

function encodePayout(payout: Payout, step: DueStep | undefined) {
  const key = payoutKey(payout.transactionId);
  return { ...key, entity: 'PAYOUT', ...payout, ...stepAttributes(payout.transactionId, step) };
}

// Holds as operators list them, and the information that partners give for their release.

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

/** The write that stores a partner's information; its id contains the transaction's version. */
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
