/** The sandbox's simulator as far as the payout, which providers of the world carry out. */
import * as simulator from '#shared/transactions/domain/sandbox/simulator';
import { statusFacts } from '#shared/transactions/domain/status-facts';
import type { Transaction } from '#shared/transactions/domain/transaction';

export type { SandboxStep, SimulationPlan } from '#shared/transactions/domain/sandbox/simulator';
export const { ordersPayout, stepsBefore } = simulator;

/** Takes the place of the sandbox's. */
export function nextStep(transaction: Transaction, plan: simulator.SimulationPlan): simulator.SandboxStep | undefined {
  const { status, kind } = transaction;
  if (statusFacts[status].payout[kind] !== undefined || statusFacts[status].end !== undefined) return undefined;
  return simulator.nextStep(transaction, plan);
}
