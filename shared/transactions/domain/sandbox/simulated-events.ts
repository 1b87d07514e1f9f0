/** Events that a partner can simulate for a sandbox transaction: one now, or a branch taken when it is reached. */
import { apply } from '#shared/transactions/domain/apply';
import { statusFacts } from '#shared/transactions/domain/status-facts';
import type { Transaction } from '#shared/transactions/domain/transaction';
import type { Trigger } from '#shared/transactions/domain/triggers';
import type { Money } from '#shared/values/money/money';
import type { SandboxBranch } from './amounts';
import { nextStep } from './simulator';

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

/** The branches that are armed rather than happening at once, with what each reports in the end. */
const armedTriggers = {
  NAME_CHECK_FAILED: 'NAME_CHECK_FAILED',
  PAYOUT_FAILED: 'PAYOUT_FAILED',
  MANUAL_REVIEW: 'MANUAL_TRANSFER_REQUIRED',
} as const satisfies Partial<Record<SandboxBranch & SimulatedEvent, Trigger>>;

export type ArmedBranch = keyof typeof armedTriggers;

/** The trigger of each event that happens at once. */
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
 * Tells whether an event is possible for a transaction now. A deposit of any amount can be simulated if one is expected or
 * late; only a provider can report a second one (docs/adr/023).
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
