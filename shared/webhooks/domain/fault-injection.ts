/**
 * Fault injection that a partner can ask for in the sandbox, to test its consumer against failures of networks. Pure:
 * the injected fault is computed from the attempt itself, so that a repeated message gets the same one.
 */

export const faultModes = ['NONE', 'DUPLICATE', 'DELAY', 'REORDER', 'DROP_FIRST_ATTEMPT', 'SLOW', 'FAIL_FAST'] as const;
export type FaultMode = (typeof faultModes)[number];
export type InjectedFault = Exclude<FaultMode, 'NONE'>;

/** A partner's setting: the injected fault, and the share of deliveries (0 to 1) that get it. */
export interface FaultInjection {
  readonly mode: FaultMode;
  readonly rate: number;
}

export const noFaultInjection: FaultInjection = { mode: 'NONE', rate: 0 };

/** Time for which DELAY and REORDER hold a first attempt back. */
export const INJECTED_DELAY_MS = 5000;
/** Time that SLOW takes over the body of a request: well within the ten seconds of an attempt. */
export const SLOW_BODY_MS = 3000;

/** An attempt about to be made. */
export interface PlannedAttempt {
  /** Id of the notification. */
  readonly id: string;
  /** Its position among the notifications of its subject, from 1. */
  readonly sequence: number;
  readonly deliveryRun: number;
  /** Attempts made before it in the delivery run. */
  readonly attemptsMade: number;
}

/**
 * The injected fault of an attempt, if any. REORDER picks among every other notification of a subject: the one
 * between two delayed ones is sent before the first of them.
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

/** A fraction from 0 up to 1 that follows from a text alone, evenly spread (FNV-1a with a final mix). */
function hashToFraction(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
