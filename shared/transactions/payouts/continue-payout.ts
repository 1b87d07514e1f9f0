import type { PendingWrite } from '#shared/dynamodb/unit-of-work';
import { stage } from '#shared/platform/config/environment';
import { informedPayout, releasedPayout } from '#shared/transactions/domain/payout';
import { nextStep } from '#shared/transactions/domain/sandbox/simulator';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { findPayout, payoutReplacementWrite } from '#shared/transactions/payouts/repository';
import { findSimulation, simulationWrite } from '#shared/transactions/repository';

/**
 * Returns the write that continues a payout after its hold was released. The sandbox continues the simulation, production
 * continues the payout. The write fails if another worker has changed the simulation or payout since the read.
 */
export async function continuationWrites(released: Transaction, atMs: number): Promise<PendingWrite[]> {
  if (stage() === 'sandbox') {
    const simulation = await findSimulation(released.id);
    const hasNext = simulation !== undefined && nextStep(released, simulation) !== undefined;
    return hasNext ? [simulationWrite({ ...simulation, dueAtMs: atMs }, simulation)] : [];
  }
  const payout = await findPayout(released.id);
  return payout === undefined ? [] : [payoutReplacementWrite(payout, releasedPayout(payout, atMs), now(atMs))];
}

/** Returns the write that schedules a payout step. In this step the screening provider receives the partner's information. */
export async function informationStepWrites({ id }: Transaction, atMs: number): Promise<PendingWrite[]> {
  const payout = await findPayout(id);
  return payout === undefined ? [] : [payoutReplacementWrite(payout, informedPayout(payout, atMs), now(atMs))];
}

function now(atMs: number) {
  return { atMs, announced: true };
}
