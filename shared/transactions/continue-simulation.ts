import type { PendingWrite } from '#shared/dynamodb/unit-of-work';
import { wholeNumber } from '#shared/platform/config/environment';
import { nextStep } from './domain/sandbox/simulator';
import { statusFacts } from './domain/status-facts';
import type { Transaction } from './domain/transaction';
import { type Simulation, simulationWrite } from './repository';

/**
 * The action that lets the sandbox's steps run on after a deposit. Where the deposit is still awaited, they wait for the partner.
 *
 * @param before the simulation as read
 */
export function simulationAfterDepositWrite(
  after: Transaction,
  before: Simulation | undefined,
  nowMs: number,
): PendingWrite {
  const { id: transactionId, partnerId } = after;
  const deposits = statusFacts[after.status].deposit !== 'AWAITED' || before?.deposits === true;
  const next = { transactionId, partnerId, branch: before?.branch ?? 'COMPLETE', deposits } as const;
  const runsOn = nextStep(after, next) !== undefined;
  return simulationWrite({ ...next, dueAtMs: runsOn ? nowMs + wholeNumber('SANDBOX_STEP_MS') : undefined }, before);
}
