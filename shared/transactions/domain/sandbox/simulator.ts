/**
 * The sandbox's simulator: chooses the next event of a transaction. It decides by the current status, so that calls of
 * the partner in between (execute, cancel) are taken into account.
 */
import type { PayeeAnswer } from '#shared/bank-accounts/domain/payee-check';
import { accepts } from '#shared/transactions/domain/apply';
import { depositsToReturn } from '#shared/transactions/domain/deposit-policy';
import type { HoldCause } from '#shared/transactions/domain/hold';
import { statusFacts, type TransactionStatus } from '#shared/transactions/domain/status-facts';
import type { Transaction } from '#shared/transactions/domain/transaction';
import type { Trigger } from '#shared/transactions/domain/triggers';
import type { Money } from '#shared/values/money/money';
import type { SandboxBranch } from './amounts';

export interface SandboxStep {
  readonly trigger: Trigger;
  readonly reason?: string;
  /** True if the account has passed its test, which the sandbox makes with the payout. */
  readonly testPassed?: true;
  /** Cause of a hold. */
  readonly holdCause?: HoldCause;
  /** The simulated answer of the bank about the account's holder. */
  readonly payee?: PayeeAnswer;
  /** The transferred amount, where it is not the transaction's own amount. */
  readonly amount?: Money;
}

export interface SimulationPlan {
  readonly branch: SandboxBranch;
  /** True if the deposit is simulated, as with sandbox amounts. */
  readonly deposits: boolean;
}

const payoutFailed: SandboxStep = { trigger: 'PAYOUT_FAILED', reason: 'PAYOUT_RETURNED_BY_BANK' };

/** The steps of a branch, and those of all others; of several the transaction takes the first that it has an edge for. */
type StepsByBranch = Readonly<Partial<Record<SandboxBranch | 'OTHERWISE', readonly SandboxStep[]>>>;

const simulatedPayout: StepsByBranch = {
  PAYOUT_FAILED: [payoutFailed, { trigger: 'CONVERSION_COMPLETED' }],
  MANUAL_REVIEW: [{ trigger: 'MANUAL_TRANSFER_REQUIRED' }, { trigger: 'CONVERSION_COMPLETED' }],
  OTHERWISE: [{ trigger: 'PAYOUT_COMPLETED' }, { trigger: 'CONVERSION_COMPLETED' }],
};
const simulatedManualPayout: StepsByBranch = {
  PAYOUT_FAILED: [payoutFailed],
  OTHERWISE: [{ trigger: 'PAYOUT_COMPLETED' }],
};

/** Next events of each status that the sandbox moves on from by itself. */
const simulatedSteps: Readonly<Partial<Record<TransactionStatus, StepsByBranch>>> = {
  PENDING_PAYMENT: {
    EXPIRE: [{ trigger: 'EXPIRE' }],
    // For a sandbox amount the simulator makes the execute call too.
    OTHERWISE: [{ trigger: 'EXECUTE' }, { trigger: 'DEPOSIT_RECEIVED' }],
  },
  PENDING: {
    EXPIRE: [{ trigger: 'EXPIRE' }],
    DEPOSIT_NOT_RECEIVED: [{ trigger: 'DEPOSIT_NOT_RECEIVED' }],
    OTHERWISE: [{ trigger: 'DEPOSIT_RECEIVED' }],
  },
  CRYPTO_RECEIVED: { OTHERWISE: [{ trigger: 'RECEIPT_CONFIRMED' }] },
  COMPLETED_CRYPTO_RECEIVAL: { OTHERWISE: [{ trigger: 'CONVERSION_COMPLETED' }] },
  FIAT_RECEIVED: {
    NAME_CHECK_FAILED: [{ trigger: 'NAME_CHECK_FAILED' }, { trigger: 'CONVERSION_STARTED' }],
    OTHERWISE: [{ trigger: 'CONVERSION_STARTED' }],
  },
  IN_PROGRESS: simulatedPayout,
  READY_BANK_TRANSFER: {
    NAME_CHECK_FAILED: [{ trigger: 'NAME_CHECK_FAILED' }],
    OTHERWISE: [{ trigger: 'PAYOUT_SUBMITTED', testPassed: true }],
  },
  BANK_TRANSFER_PENDING: simulatedPayout,
  AWAITING_MANUAL_CRYPTO_TRANSFER: simulatedManualPayout,
  AWAITING_MANUAL_FIAT_TRANSFER: simulatedManualPayout,
  COMPLETED: { PAYOUT_RETURNED: [{ trigger: 'PAYOUT_RETURNED', reason: 'BENEFICIARY_ACCOUNT_CLOSED' }] },
};

/**
 * Tells whether a step orders the payout, in the place of a provider. Once a bank has it, the rest follows.
 */
export function ordersPayout({ status }: Transaction, { trigger }: SandboxStep): boolean {
  if (trigger === 'PAYOUT_SUBMITTED') return true;
  return trigger === 'PAYOUT_COMPLETED' && status !== 'BANK_TRANSFER_PENDING';
}

/** The next provider event; `undefined` when the transaction waits for the partner or a deposit, or has ended. */
export function nextStep(transaction: Transaction, plan: SimulationPlan): SandboxStep | undefined {
  return plannedSteps(transaction, plan).find(({ trigger }) => accepts(transaction, trigger));
}

function plannedSteps(transaction: Transaction, { branch, deposits }: SimulationPlan): readonly SandboxStep[] {
  const { status } = transaction;
  const [surplus] = depositsToReturn(transaction);
  if (surplus !== undefined) return [{ trigger: 'REFUND_PAID', amount: surplus.amount }];
  if (transaction.hold !== undefined || (statusFacts[status].deposit === 'AWAITED' && !deposits)) return [];
  const steps = simulatedSteps[status];
  return steps?.[branch] ?? steps?.OTHERWISE ?? [];
}

/** Sandbox steps that stand for one day of forwarding. */
const STEPS_PER_DAY = 5;

/**
 * Returns the number of sandbox steps to wait before a step: one, but N × 5 before the payout of an order that settles
 * at T+N. The wait begins when only the payout is left.
 */
export function stepsBefore(transaction: Transaction, { trigger }: SandboxStep): number {
  if (transaction.kind === 'CROSS_RAMP' || transaction.forwarding.days === 0) return 1;
  const pays =
    transaction.kind === 'ON_RAMP'
      ? transaction.status === 'IN_PROGRESS'
      : transaction.status === 'READY_BANK_TRANSFER' && trigger === 'PAYOUT_SUBMITTED';
  return pays ? transaction.forwarding.days * STEPS_PER_DAY : 1;
}
