/** A person can continue an open verification on a second device (hand-off) with a code that the first device shows. */
import { findStep, type StepPlan, stepBeside, type VerificationStep } from './verification-steps';

/** Maximum lifetime of a code, in ms. A code also expires with its link. */
export const HANDOFF_LIFETIME_MS = 3600 * 1000;

/** Maximum number of codes per link, so that a caller cannot fill the table. */
const MAX_CODES = 20;

export const handoffOutcomes = ['USED', 'WITHDRAWN'] as const;

/** The latest code of a verification, and the progress of the second device. Times are epoch ms. */
export interface Handoff {
  readonly id: string;
  readonly step: string;
  readonly expiresAtMs: number;
  readonly count: number;
  /** Absent while the code is unused. */
  readonly outcome?: (typeof handoffOutcomes)[number] | undefined;
  readonly finished?: string | undefined;
}

/** Data of a verification session: its steps, its expiry and its latest hand-off. */
export interface HandoffPlan extends StepPlan {
  readonly expiresAtMs: number;
  readonly handoff?: Handoff | undefined;
}

export type HandoffState = 'waiting' | 'used' | 'withdrawn' | 'expired';

/** Returns the state of a code. */
export function handoffState({ outcome, expiresAtMs }: Handoff, atMs: number): HandoffState {
  if (outcome !== undefined) return outcome === 'USED' ? 'used' : 'withdrawn';
  return expiresAtMs <= atMs ? 'expired' : 'waiting';
}

/** Returns true while the first device follows the progress of the second device: until the code expires or is withdrawn. */
export function isFollowing(handoff: Handoff, atMs: number): boolean {
  return handoff.outcome !== 'WITHDRAWN' && handoff.expiresAtMs > atMs;
}

/** Returns true if the latest code can still be used: it is not used, withdrawn or expired. */
export function hasWaitingCode({ handoff }: HandoffPlan, atMs: number): boolean {
  return handoff !== undefined && handoffState(handoff, atMs) === 'waiting';
}

/** Returns true if a code can be shown: an unused code, or a new code. */
export function canHandOff(plan: HandoffPlan, atMs: number): boolean {
  return hasWaitingCode(plan, atMs) || (plan.handoff?.count ?? 0) < MAX_CODES;
}

/** Creates the hand-off that replaces the previous hand-off. */
export function newHandoff(
  plan: HandoffPlan,
  { id, step, atMs }: { readonly id: string; readonly step: VerificationStep; readonly atMs: number },
): Handoff {
  const expiresAtMs = Math.min(atMs + HANDOFF_LIFETIME_MS, plan.expiresAtMs);
  return { id, step, expiresAtMs, count: (plan.handoff?.count ?? 0) + 1 };
}

/** Returns the last step that the second device completed. */
export function finishedStep({ handoff, ...plan }: HandoffPlan): VerificationStep | undefined {
  return findStep(plan, handoff?.finished);
}

/**
 * Returns the current step of the second device: the step after the last step that the device completed. Before the first
 * completed step, returns the step for which the code was created.
 */
export function handedOffStep(plan: HandoffPlan): VerificationStep | undefined {
  const finished = finishedStep(plan);
  return finished === undefined ? findStep(plan, plan.handoff?.step) : stepBeside(plan, finished, 1);
}

/** Returns a text that changes whenever the page of the first device must change. */
export function handoffMark(handoff: Handoff, atMs: number): string {
  return `${handoffState(handoff, atMs)} ${handoff.finished ?? ''}`;
}
