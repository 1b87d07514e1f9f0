/** Changes of the Region that writes: fence, promotion, and what a person has found out about an order in doubt. */
import { OperationFailed } from '#ops/errors';
import { findCheck, type RegionCheck } from '#ops/region/check-record';
import { type PendingWrite, writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { type Fence, promoted, type WritingRegion } from '#shared/regions/domain/writing-region';
import { findWritingRegion, type StoredRegion, writingRegionWrite } from '#shared/regions/repository';
import type { OrderName } from '#shared/transactions/domain/order';
import { awaitsManualTransfer, releasedPayout } from '#shared/transactions/domain/payout';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { findOrder, orderReplacementWrites } from '#shared/transactions/orders/repository';
import { findPayout, payoutReplacementWrite } from '#shared/transactions/payouts/repository';
import { applyEvent } from '#shared/transactions/transitions/apply-event';

/** Time from a fence until what was begun before it has ended: longer than any function runs (shared/api/workers.ts). */
export const FENCE_SETTLES_MS = 60_000;

/** Fences the Region that writes. @throws OperationFailed where it is fenced already, or something else changed it */
export async function fenceRegion(
  first: string,
  fence: Fence,
  additional: readonly PendingWrite[] = [],
): Promise<StoredRegion> {
  const before = await findWritingRegion(first);
  const isSurer = before.fence !== undefined && !before.fence.isComplete && fence.isComplete;
  if (before.fence !== undefined && !isSurer) throw new OperationFailed(`${before.region} is fenced already.`);
  await store(before, { ...before, fence }, additional);
  return { ...before, fence, version: before.version + 1 };
}

/** Checks that a Region may be promoted now. @throws OperationFailed */
export async function requirePromotable(first: string, here: string, atMs: number): Promise<StoredRegion> {
  const writing = await findWritingRegion(first);
  const { region, fence } = writing;
  if (fence === undefined) throw new OperationFailed(`${region} writes and is not fenced: run "region fence" first.`);
  if (region === here) return writing;
  requireSettled(writing, atMs);
  requireChecked(writing, await findCheck(writing.epoch));
  return writing;
}

/** Checks that what the fenced Region had begun has ended. @throws OperationFailed */
export function requireSettled({ region, fence }: StoredRegion, atMs: number): void {
  if (fence === undefined) throw new OperationFailed(`${region} writes and is not fenced: run "region fence" first.`);
  const leftMs = fence.atMs + FENCE_SETTLES_MS - atMs;
  if (leftMs > 0)
    throw new OperationFailed(
      `What ${region} had begun may still be at work: run this again in ${Math.ceil(leftMs / 1000)} s.`,
    );
}

function requireChecked({ fence }: StoredRegion, check: RegionCheck | undefined): void {
  if (fence === undefined || check === undefined || check.startedAtMs < fence.atMs + FENCE_SETTLES_MS)
    throw new OperationFailed('The table was not checked since the fence: run "region check" first.');
  if (check.left > 0)
    throw new OperationFailed(`The check left ${check.left} findings as they were: run "region check" again.`);
}

/** Makes a Region the one that writes. @throws OperationFailed where something else has changed it since it was read */
export async function promoteRegion(
  before: StoredRegion,
  here: string,
  atMs: number,
  additional: readonly PendingWrite[] = [],
) {
  const next = promoted(before, here, atMs);
  await store(before, next, additional);
  return next;
}

async function store(before: StoredRegion, next: WritingRegion, additional: readonly PendingWrite[]): Promise<void> {
  if (!(await writeIfConditionsHold([writingRegionWrite(before, next), ...additional])))
    throw new OperationFailed(
      'The record of the writing Region has changed: look at "region status" and run this again.',
    );
}

/** The answer of a provider about an order in doubt: its name for it, or nothing where it knows none. */
export interface Resolution {
  readonly transaction: Transaction;
  readonly reference: string | undefined;
  readonly reason: string;
  readonly atMs: number;
  readonly additional?: readonly PendingWrite[];
}

/**
 * Goes on with a payout in doubt: its status is asked for by the provider's name, or it is ordered, where the provider knows none.
 * @throws OperationFailed where it is not in doubt, or has changed since
 */
export async function resolvePayout({
  transaction,
  reference,
  reason,
  atMs,
  additional = [],
}: Resolution): Promise<void> {
  const { id: transactionId, hold, version } = transaction;
  const payout = await findPayout(transactionId);
  if (payout?.reviewed === undefined || payout.reference !== undefined)
    throw new OperationFailed(`The payout of transaction ${transactionId} is not in doubt.`);
  const found = reference === undefined ? {} : { reference, ordered: true };
  const next = { ...releasedPayout(payout, atMs), ...found };
  const writes = [payoutReplacementWrite(payout, next, { atMs, announced: true }), ...additional];
  if (hold === undefined) {
    // A person has taken it over, since its bank may have it: it is ordered by no one a second time.
    if (reference === undefined || !awaitsManualTransfer(transaction))
      throw new OperationFailed(`Transaction ${transactionId} is not held.`);
    if (!(await writeIfConditionsHold(writes))) throw new OperationFailed(CHANGED);
    return;
  }
  const event = {
    source: 'operator',
    eventId: `HOLD_RELEASED-${version}`,
    transactionId,
    trigger: 'HOLD_RELEASED',
    reason,
    atMs,
  } as const;
  const { outcome } = await applyEvent(event, (result) => (result === 'applied' ? writes : additional));
  if (outcome !== 'applied') throw new OperationFailed(CHANGED);
}

/** The same of another order. @throws OperationFailed */
export async function resolveOrder(
  name: OrderName,
  { transaction, reference, atMs, additional = [] }: Resolution,
): Promise<void> {
  const order = await findOrder(transaction.id, name);
  if (order?.waits?.reason !== 'REGION_CHANGED')
    throw new OperationFailed(`The order ${name} of transaction ${transaction.id} is not in doubt.`);
  const next = {
    ...order,
    calls: 0,
    sinceMs: atMs,
    waits: undefined,
    ...(reference === undefined ? {} : { reference }),
  };
  const writes = [...orderReplacementWrites(order, next, { atMs, announced: true }), ...additional];
  if (!(await writeIfConditionsHold(writes))) throw new OperationFailed(CHANGED);
}

const CHANGED = 'It has changed in between: look at it again.';
