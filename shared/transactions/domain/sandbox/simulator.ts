/**
 * Sandbox simulator: chooses the next event of a transaction by its current status. Therefore a partner's call (execute, cancel)
 * between two events can change the next event.
 */
import type { PayeeMatch } from '#shared/bank-accounts/domain/bank-account-record';
import type { SandboxBranch } from '#shared/quotes/domain/sandbox-amounts';
import { accepts, apply } from '#shared/transactions/domain/apply';
import type { HoldCause } from '#shared/transactions/domain/hold';
import { statusFacts, type TransactionStatus } from '#shared/transactions/domain/status-facts';
import type { Transaction } from '#shared/transactions/domain/transaction';
import type { Trigger } from '#shared/transactions/domain/triggers';
import type { Money } from '#shared/values/money/money';

export interface SandboxStep {
  readonly trigger: Trigger;
  readonly reason?: string;
  /** True if the account has passed its penny test. The sandbox runs the test together with the payout. */
  readonly testPassed?: true;
  readonly holdCause?: HoldCause;
  /** Simulated result of the bank's payee check. */
  readonly payee?: PayeeMatch;
  /** The transferred amount, if different from the transaction's amount. */
  readonly amount?: Money;
}

export interface SimulationPlan {
  readonly branch: SandboxBranch;
  /** True if the simulator simulates the deposit, for example for a sandbox amount. */
  readonly deposits: boolean;
}

const payoutFailed: SandboxStep = { trigger: 'PAYOUT_FAILED', reason: 'PAYOUT_RETURNED_BY_BANK' };

/** Simulated steps by branch (outcome); `OTHERWISE` for other branches. The first step that a transaction accepts is used. */
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

/** Next events by status. Contains only the statuses that the sandbox changes without a call of the partner. */
const simulatedSteps: Readonly<Partial<Record<TransactionStatus, StepsByBranch>>> = {
  PENDING_PAYMENT: {
    EXPIRE: [{ trigger: 'EXPIRE' }],
    // If an off-ramp has a sandbox amount, the simulator makes the execute call that otherwise the partner makes.
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

/** Returns true if a step simulates ordering the payout, but not if it completes a bank transfer that was already ordered. */
export function ordersPayout({ status }: Transaction, { trigger }: SandboxStep): boolean {
  if (trigger === 'PAYOUT_SUBMITTED') return true;
  return trigger === 'PAYOUT_COMPLETED' && status !== 'BANK_TRANSFER_PENDING';
}

/**
 * Returns the next simulated event, which can be the return of a completed payout. Returns `undefined` if the transaction is on
 * hold, waits for the partner or a deposit, or has ended without a payout to return.
 */
export function nextStep(transaction: Transaction, plan: SimulationPlan): SandboxStep | undefined {
  return plannedSteps(transaction, plan).find(({ trigger }) => accepts(transaction, trigger));
}

function plannedSteps(transaction: Transaction, { branch, deposits }: SimulationPlan): readonly SandboxStep[] {
  const { status } = transaction;
  if (transaction.hold !== undefined || (statusFacts[status].deposit === 'AWAITED' && !deposits)) return [];
  const steps = simulatedSteps[status];
  return steps?.[branch] ?? steps?.OTHERWISE ?? [];
}

/** Waiting time that simulates one business day of `forwarding` (deferred settlement), in units of `SANDBOX_STEP_MS`. */
const STEPS_PER_DAY = 5;

/**
 * Returns the waiting time before a simulated event, in units of `SANDBOX_STEP_MS`. The default is one. If a transaction settles
 * at T+N, its payout waits N × 5 units after all other work is complete.
 */
export function stepsBefore(transaction: Transaction, { trigger }: SandboxStep): number {
  if (transaction.kind === 'CROSS_RAMP' || transaction.forwarding.days === 0) return 1;
  const pays =
    transaction.kind === 'ON_RAMP'
      ? transaction.status === 'IN_PROGRESS'
      : transaction.status === 'READY_BANK_TRANSFER' && trigger === 'PAYOUT_SUBMITTED';
  return pays ? transaction.forwarding.days * STEPS_PER_DAY : 1;
}

// Events that a partner can simulate for a sandbox transaction: an immediate event, or a branch for a later status.

export const simulatedEvents = [
  'DEPOSIT_RECEIVED',
  'DEPOSIT_NOT_RECEIVED',
  'EXPIRE',
  'PAYOUT_RETURNED',
  'NAME_CHECK_FAILED',
  'PAYOUT_FAILED',
  'MANUAL_REVIEW',
  'RELEASE_HOLD',
  'REJECT_HOLD',
] as const;
export type SimulatedEvent = (typeof simulatedEvents)[number];

/** Branches that take effect in a later status. The trigger of a branch is the event that the sandbox then simulates. */
const armedTriggers = {
  NAME_CHECK_FAILED: 'NAME_CHECK_FAILED',
  PAYOUT_FAILED: 'PAYOUT_FAILED',
  MANUAL_REVIEW: 'MANUAL_TRANSFER_REQUIRED',
} as const satisfies Partial<Record<SandboxBranch & SimulatedEvent, Trigger>>;

export type ArmedBranch = keyof typeof armedTriggers;

/** Triggers of the immediate events. */
export const simulatedTriggers = {
  DEPOSIT_RECEIVED: 'DEPOSIT_RECEIVED',
  DEPOSIT_NOT_RECEIVED: 'DEPOSIT_NOT_RECEIVED',
  EXPIRE: 'EXPIRE',
  PAYOUT_RETURNED: 'PAYOUT_RETURNED',
  RELEASE_HOLD: 'HOLD_RELEASED',
  REJECT_HOLD: 'SCREENING_REJECTED',
} as const satisfies Record<Exclude<SimulatedEvent, ArmedBranch>, Trigger>;

export function isArmed(event: SimulatedEvent): event is ArmedBranch {
  return event in armedTriggers;
}

/**
 * Returns true if an event is possible for a transaction now. A deposit of any amount can be simulated while the deposit is
 * awaited or late. Only a provider can report a second deposit (docs/adr/018).
 */
export function canSimulate(transaction: Transaction, trigger: Trigger, amount?: Money): boolean {
  if (trigger === 'SCREENING_REJECTED' && transaction.hold === undefined) return false;
  const edge = apply(transaction, { trigger, amount, atMs: transaction.updatedAtMs })?.edge;
  if (edge?.postingRule !== 'SURPLUS_DEPOSIT') return edge !== undefined;
  return statusFacts[edge.from].deposit !== 'SURPLUS';
}

export function isReachable(transaction: Transaction, branch: ArmedBranch): boolean {
  let current = transaction;
  for (;;) {
    const executes = current.status === 'CRYPTO_RECEIVED';
    const step = nextStep(current, { branch, deposits: true }) ?? (executes ? { trigger: 'EXECUTE' } : undefined);
    if (step === undefined) return false;
    if (step.trigger === armedTriggers[branch]) return true;
    const transition = apply(current, { ...step, atMs: current.updatedAtMs });
    if (transition === undefined) return false;
    current = transition.next;
  }
}
