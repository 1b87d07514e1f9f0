/** Hand-off of an open verification from the device on which it was begun to another one, by a code. */
import { findStep, type StepPlan, stepBeside, type VerificationStep } from './verification-steps';

/** Longest life of a code; it ends with the link where that is sooner. */
export const HANDOFF_LIFETIME_MS = 3600 * 1000;

/** The most codes of one link. The limit keeps a caller from filling the table. */
const MAX_CODES = 20;

export const handoffOutcomes = ['USED', 'WITHDRAWN'] as const;

/** Times are epoch ms. */
export interface Handoff {
  readonly id: string;
  readonly step: string;
  readonly expiresAtMs: number;
  readonly count: number;
  /** Absent while the code waits. */
  readonly outcome?: (typeof handoffOutcomes)[number] | undefined;
  readonly finished?: string | undefined;
}

/** The facts of a session that decide about its hand-off. */
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

/** Returns true while the first device waits for the other one: from the code on until its time ends. */
export function isFollowing(handoff: Handoff, atMs: number): boolean {
  return handoff.outcome !== 'WITHDRAWN' && handoff.expiresAtMs > atMs;
}

/** Returns true if a code waits already. */
export function hasWaitingCode({ handoff }: HandoffPlan, atMs: number): boolean {
  return handoff !== undefined && handoffState(handoff, atMs) === 'waiting';
}

/** Returns true if a code can be shown: one that waits, or a new one. */
export function canHandOff(plan: HandoffPlan, atMs: number): boolean {
  return hasWaitingCode(plan, atMs) || (plan.handoff?.count ?? 0) < MAX_CODES;
}

/** Makes the hand-off that replaces the previous one. */
export function newHandoff(
  plan: HandoffPlan,
  { id, step, atMs }: { readonly id: string; readonly step: VerificationStep; readonly atMs: number },
): Handoff {
  const expiresAtMs = Math.min(atMs + HANDOFF_LIFETIME_MS, plan.expiresAtMs);
  return { id, step, expiresAtMs, count: (plan.handoff?.count ?? 0) + 1 };
}

/** Finds the step that was finished last on the other device. */
export function finishedStep({ handoff, ...plan }: HandoffPlan): VerificationStep | undefined {
  return findStep(plan, handoff?.finished);
}

/** Finds the step that the other device has reached: the code's step until it finishes one. */
export function handedOffStep(plan: HandoffPlan): VerificationStep | undefined {
  const finished = finishedStep(plan);
  return finished === undefined ? findStep(plan, plan.handoff?.step) : stepBeside(plan, finished, 1);
}

/** Returns a text that differs whenever the first device has something else to show. */
export function handoffMark(handoff: Handoff, atMs: number): string {
  return `${handoffState(handoff, atMs)} ${handoff.finished ?? ''}`;
}
