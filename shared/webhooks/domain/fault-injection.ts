/**
 * Fault injection that a partner can request in the sandbox, to test its webhook consumer against network failures. Pure: the
 * fault is computed from the attempt alone, so a repeated message gets the same fault.
 */

export const faultModes = ['NONE', 'DUPLICATE', 'DELAY', 'REORDER', 'DROP_FIRST_ATTEMPT', 'SLOW', 'FAIL_FAST'] as const;
export type FaultMode = (typeof faultModes)[number];
export type InjectedFault = Exclude<FaultMode, 'NONE'>;

/** Setting of a partner: the injected fault, and the share (0 to 1) of attempts with the fault. */
export interface FaultInjection {
  readonly mode: FaultMode;
  readonly rate: number;
}

export const noFaultInjection: FaultInjection = { mode: 'NONE', rate: 0 };

/** Delay of a first attempt with DELAY or REORDER. */
export const INJECTED_DELAY_MS = 5000;
/** Time over which SLOW spreads the request body. It stays well below the attempt deadline of ten seconds. */
export const SLOW_BODY_MS = 3000;

/** An attempt that is planned but not yet made. */
export interface PlannedAttempt {
  readonly id: string;
  /**
   * Position among the notifications of the same transaction or user, from 1. A partner's test notifications have a separate
   * sequence.
   */
  readonly sequence: number;
  readonly deliveryRun: number;
  /** Number of earlier attempts in the delivery run. */
  readonly attemptsMade: number;
}

/**
 * Returns the injected fault of an attempt; `undefined` without a fault. REORDER delays only notifications with an odd sequence
 * number. The next notification has an even number and can therefore arrive before the delayed notification.
 */
export function injectedFaultFor({ mode, rate }: FaultInjection, attempt: PlannedAttempt): InjectedFault | undefined {
  if (mode === 'NONE' || !appliesTo(mode, attempt)) return undefined;
  const { id, deliveryRun, attemptsMade } = attempt;
  return hashToFraction(`${id}:${deliveryRun}:${attemptsMade}`) < rate ? mode : undefined;
}

function appliesTo(mode: InjectedFault, { sequence, attemptsMade }: PlannedAttempt): boolean {
  switch (mode) {
    case 'DUPLICATE':
    case 'SLOW':
    case 'FAIL_FAST':
      return true;
    case 'DELAY':
    case 'DROP_FIRST_ATTEMPT':
      return attemptsMade === 0;
    case 'REORDER':
      return attemptsMade === 0 && sequence % 2 === 1;
  }
}

/** Returns an evenly distributed fraction from 0 to below 1, computed only from the text (FNV-1a with a final mix). */
function hashToFraction(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
