/** Functions that both the screening and the order of a payout use. */
import type { DueStep } from '#shared/dynamodb/due-steps';
import type { PendingWrite } from '#shared/dynamodb/unit-of-work';
import { logError } from '#shared/platform/observability/log';
import type { TransactionEvent } from '#shared/transactions/domain/apply';
import type { Payout } from '#shared/transactions/domain/payout';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { payoutReplacementWrite } from '#shared/transactions/payouts/repository';
import { applyEvent } from '#shared/transactions/transitions/apply-event';
import type { StepDependencies } from './dependencies';

export interface PayoutWork {
  readonly transaction: Transaction;
  readonly payout: Payout;
  readonly deps: StepDependencies;
}

/** Calls a provider; returns `undefined` if the call failed. */
export async function callProvider<Result>(
  { transaction }: Pick<PayoutWork, 'transaction'>,
  ask: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await ask();
  } catch (error) {
    logError('A provider could not be asked', error, { worker: 'runStep', transactionId: transaction.id });
    return undefined;
  }
}

/** Returns the payout with 0 calls and a new start time, for its next phase, for example the order after the payee check. */
export function withFreshStage({ payout, deps }: PayoutWork): Payout {
  return { ...payout, calls: 0, sinceMs: deps.now() };
}

export function immediateStep({ deps }: PayoutWork): DueStep {
  return { atMs: deps.now(), announced: true };
}

export function closingWrite({ payout }: PayoutWork): PendingWrite {
  return payoutReplacementWrite(payout, payout, undefined);
}

/** Applies the provider's response to the state machine, and stores the payout's new state in the same write. */
export function reportEvent(
  { transaction, payout, deps }: PayoutWork,
  what: Omit<TransactionEvent, 'atMs'>,
  store: PendingWrite,
): Promise<unknown> {
  const eventId = `${what.trigger}-${payout.version}`;
  const event = { source: 'payout', eventId, transactionId: transaction.id, ...what, atMs: deps.now() };
  return applyEvent(event, () => [store]);
}
