/**
 * What the sandbox's simulator reports next of a transaction. It decides by the status that the transaction
 * has now, so that calls of the partner in between (execute, cancel) do not lead it astray.
 */

import { accepts } from '#shared/transactions/domain/apply';
import type { Transaction } from '#shared/transactions/domain/transaction';
import type { Trigger } from '#shared/transactions/domain/transition-table';
import type { Money } from '#shared/values/money/money';

/** Where a simulated transaction turns off. `COMPLETE` goes straight through. */
export const sandboxBranches = [
  'COMPLETE',
  'EXPIRE',
  'DEPOSIT_NOT_RECEIVED',
  'NAME_CHECK_FAILED',
  'PAYOUT_FAILED',
  'MANUAL_REVIEW',
  'PAYOUT_RETURNED',
] as const;
export type SandboxBranch = (typeof sandboxBranches)[number];

export interface SandboxStep {
  readonly trigger: Trigger;
  readonly reason?: string;
  /** Whether the account has passed its test, which the sandbox makes with the payout. */
  readonly testPassed?: true;
  /** What is moved, where it is not the transaction's own amount. */
  readonly amount?: Money;
}

export interface SimulationPlan {
  readonly branch: SandboxBranch;
  /** Whether the deposit comes by itself, as with sandbox amounts. */
  readonly deposits: boolean;
}

const nameCheckFailed: SandboxStep = { trigger: 'NAME_CHECK_FAILED' };
const payoutSubmitted: SandboxStep = { trigger: 'PAYOUT_SUBMITTED', testPassed: true };
const payoutFailed: SandboxStep = { trigger: 'PAYOUT_FAILED', reason: 'PAYOUT_RETURNED_BY_BANK' };

/**
 * Whether a step orders the payout: the simulator plays the part of whoever does. Once a bank has it, the rest follows.
 */
export function ordersPayout({ status }: Transaction, { trigger }: SandboxStep): boolean {
  if (trigger === 'PAYOUT_SUBMITTED') return true;
  return trigger === 'PAYOUT_COMPLETED' && status !== 'BANK_TRANSFER_PENDING';
}

/** The next provider event; `undefined` when the transaction waits for the partner or a deposit, or has ended. */
export function nextStep(transaction: Transaction, plan: SimulationPlan): SandboxStep | undefined {
  const step = plannedStep(transaction, plan);
  return step !== undefined && accepts(transaction, step.trigger) ? step : undefined;
}

/** Sandbox steps that stand for one day of forwarding. */
const STEPS_PER_DAY = 5;

/**
 * How many sandbox steps pass before a step is taken: one, but N × 5 before the payout of an order that settles at
 * T+N. The wait begins when nothing but the payout is left to do.
 */
export function stepsBefore(transaction: Transaction, { trigger }: SandboxStep): number {
  if (transaction.kind === 'CROSS_RAMP' || transaction.forwarding.days === 0) return 1;
  const pays =
    transaction.kind === 'ON_RAMP'
      ? transaction.status === 'IN_PROGRESS'
      : transaction.status === 'READY_BANK_TRANSFER' && trigger === 'PAYOUT_SUBMITTED';
  return pays ? transaction.forwarding.days * STEPS_PER_DAY : 1;
}

function plannedStep(transaction: Transaction, plan: SimulationPlan): SandboxStep | undefined {
  const surplus = transaction.surplusDeposits.find(({ returnedAtMs }) => returnedAtMs === undefined);
  if (surplus !== undefined) return { trigger: 'REFUND_PAID', amount: surplus.amount };
  switch (transaction.status) {
    case 'PENDING_PAYMENT':
      return transaction.kind === 'OFF_RAMP' && plan.branch !== 'EXPIRE'
        ? executeStep(plan)
        : depositStep(plan);
    case 'PENDING':
      return plan.branch === 'DEPOSIT_NOT_RECEIVED' && plan.deposits
        ? { trigger: 'DEPOSIT_NOT_RECEIVED' }
        : depositStep(plan);
    case 'FIAT_RECEIVED':
      return transaction.kind === 'ON_RAMP' && plan.branch === 'NAME_CHECK_FAILED'
        ? nameCheckFailed
        : { trigger: 'CONVERSION_STARTED' };
    case 'CRYPTO_RECEIVED':
      return transaction.kind === 'OFF_RAMP' && transaction.executedAtMs !== undefined
        ? { trigger: 'RECEIPT_CONFIRMED' }
        : undefined;
    case 'COMPLETED_CRYPTO_RECEIVAL':
      return { trigger: 'CONVERSION_COMPLETED' };
    case 'IN_PROGRESS':
      return transaction.kind === 'ON_RAMP' ? payoutStep(plan) : { trigger: 'CONVERSION_COMPLETED' };
    case 'READY_BANK_TRANSFER':
      return plan.branch === 'NAME_CHECK_FAILED' ? nameCheckFailed : payoutSubmitted;
    case 'BANK_TRANSFER_PENDING':
      return payoutStep(plan);
    case 'AWAITING_MANUAL_CRYPTO_TRANSFER':
    case 'AWAITING_MANUAL_FIAT_TRANSFER':
      return plan.branch === 'PAYOUT_FAILED' ? payoutFailed : { trigger: 'PAYOUT_COMPLETED' };
    case 'COMPLETED':
      return plan.branch === 'PAYOUT_RETURNED'
        ? { trigger: 'PAYOUT_RETURNED', reason: 'BENEFICIARY_ACCOUNT_CLOSED' }
        : undefined;
    case 'CRYPTO_NOT_RECEIVED':
    case 'CANCELLED':
    case 'EXPIRED':
    case 'FAILED':
      return undefined;
  }
}

function depositStep({ branch, deposits }: SimulationPlan): SandboxStep | undefined {
  if (!deposits) return undefined;
  return branch === 'EXPIRE' ? { trigger: 'EXPIRE' } : { trigger: 'DEPOSIT_RECEIVED' };
}

/** For a sandbox amount the simulator makes the execute call too. */
function executeStep({ deposits }: SimulationPlan): SandboxStep | undefined {
  return deposits ? { trigger: 'EXECUTE' } : undefined;
}

function payoutStep({ branch }: SimulationPlan): SandboxStep {
  if (branch === 'PAYOUT_FAILED') return payoutFailed;
  return branch === 'MANUAL_REVIEW'
    ? { trigger: 'MANUAL_TRANSFER_REQUIRED' }
    : { trigger: 'PAYOUT_COMPLETED' };
}
