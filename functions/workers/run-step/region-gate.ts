/** Orders of money where a stage has two Regions: none leaves a Region that does not write, and none is repeated unseen (docs/adr/072). */
import { writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { logWarning } from '#shared/platform/observability/log';
import { metric } from '#shared/platform/observability/metric';
import type { OrderGate } from '#shared/regions/domain/writing-region';
import { readOrderGate } from '#shared/regions/repository';
import { accepts } from '#shared/transactions/domain/apply';
import type { Order } from '#shared/transactions/domain/order';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { orderReplacementWrites } from '#shared/transactions/orders/repository';
import { payoutReplacementWrite } from '#shared/transactions/payouts/repository';
import type { StepDependencies } from './dependencies';
import { type PayoutWork, reportEvent } from './payout-work';

/** The reason in the timeline of a payout that waits for a person because another Region wrote before. */
const REGION_CHANGED = 'REGION_CHANGED' as const;
/** Time between two looks at an order that waits for a person. */
const WAIT_MS = 24 * 3_600_000;

/**
 * Keeps a payout from being ordered in a Region that does not write, and holds one that the Region before may have ordered.
 * A person goes on with it once the provider has said whether it knows it (`ops region resolve`). A Region that does not write
 * stores nothing either: what it writes could replace what the other has written.
 * @returns true where the payout is not to be ordered now
 */
export async function stopAtRegion(work: PayoutWork): Promise<boolean> {
  const { transaction, payout } = work;
  const { gate, epoch } = await readOrderGate({ createdAtMs: transaction.createdAtMs, reviewed: payout.reviewed });
  if (gate === 'OPEN') return false;
  noteStop(transaction, gate);
  if (gate === 'FENCED') return true;
  // One that its bank has already is held by no status: a person takes it over.
  const trigger = accepts(transaction, 'HOLD_PLACED') ? 'HOLD_PLACED' : 'MANUAL_TRANSFER_REQUIRED';
  const held = payoutReplacementWrite(payout, { ...payout, reviewed: epoch }, undefined);
  await reportEvent(work, { trigger, reason: REGION_CHANGED }, held);
  return true;
}

/** The same of another order, which waits for a person. */
export async function stopOrderAtRegion({ transaction, order, deps }: StoppedOrder): Promise<boolean> {
  const { gate, epoch } = await readOrderGate({ createdAtMs: transaction.createdAtMs, reviewed: order.reviewed });
  if (gate === 'OPEN') return false;
  noteStop(transaction, gate);
  if (gate === 'FENCED') return true;
  const atMs = deps.now();
  const waiting = { ...order, reviewed: epoch, waits: { reason: REGION_CHANGED, sinceMs: atMs } };
  await writeIfConditionsHold(orderReplacementWrites(order, waiting, { atMs: atMs + WAIT_MS, announced: false }));
  return true;
}

interface StoppedOrder {
  readonly transaction: Transaction;
  readonly order: Order;
  readonly deps: StepDependencies;
}

function noteStop({ id: transactionId }: Transaction, reason: OrderGate): void {
  if (reason === 'REVIEW') metric('orderWaits', 1);
  logWarning('An order does not leave this Region', { worker: 'runStep', transactionId, reason });
}
