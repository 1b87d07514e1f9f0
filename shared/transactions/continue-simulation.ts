/** The sandbox's simulation of a transaction after what changes its deposits. */
import type { PendingWrite } from '#shared/dynamodb/unit-of-work';
import { wholeNumber } from '#shared/platform/config/environment';
import { depositsToReturn, keptDeposits } from './domain/deposit-policy';
import { nextStep } from './domain/sandbox/simulator';
import { statusFacts } from './domain/status-facts';
import type { Transaction } from './domain/transaction';
import { findSimulation, type Simulation, simulationWrite } from './repository';

/**
 * The action that lets the steps run on after a deposit. Where the deposit is still awaited, they wait for the partner, and
 * for the deadline while something is kept, which is returned then.
 *
 * @param before the simulation as read
 */
export function simulationAfterDepositWrite(
  after: Transaction,
  before: Simulation | undefined,
  nowMs: number,
): PendingWrite {
  const { id: transactionId, partnerId, deadlineMs } = after;
  const branch = before?.branch ?? 'COMPLETE';
  const deposits = statusFacts[after.status].deposit !== 'AWAITED' || before?.deposits === true;
  const next = { transactionId, partnerId, branch, deposits };
  if (nextStep(after, next) !== undefined)
    return simulationWrite({ ...next, dueAtMs: nowMs + wholeNumber('SANDBOX_STEP_MS') }, before);
  const isKept = keptDeposits(after).length > 0;
  return simulationWrite({ ...next, dueAtMs: isKept ? deadlineMs : undefined }, before, false);
}

/** The actions that have the sandbox return what a cancelled transaction has kept; none where it kept nothing. */
export async function returnWrites(cancelled: Transaction, nowMs: number): Promise<PendingWrite[]> {
  if (depositsToReturn(cancelled).length === 0) return [];
  return [simulationAfterDepositWrite(cancelled, await findSimulation(cancelled.id), nowMs)];
}
