/** Holds: a funded transaction must not be paid out yet. A hold does not change the transaction's status (contract, Money). */

export const holdReasons = [
  'COUNTERPARTY_INFORMATION_REQUIRED',
  'WALLET_VERIFICATION_REQUIRED',
  'SOURCE_OF_FUNDS_REQUIRED',
  'COMPLIANCE_REVIEW',
] as const;
export type HoldReason = (typeof holdReasons)[number];

/** One piece of information that the platform requests from the partner. */
export interface RequestedInformation {
  /** Name of the field in the partner's response. */
  readonly field: string;
  /** Description for people. */
  readonly description: string;
}

/** The partner's response for one requested field: a text, or the URL of a file. */
export interface InformationItem {
  readonly field: string;
  readonly value?: string | undefined;
  readonly fileUrl?: string | undefined;
}

/** The partner's response to a hold. Personal data: never put the response in a log, event or queue. */
export interface GivenInformation {
  readonly id: string;
  readonly items: readonly InformationItem[];
}

/** Cause of a hold, from the screening provider or the sandbox. If the provider does not decide in time: COMPLIANCE_REVIEW. */
export interface HoldCause {
  readonly reason: HoldReason;
  /** Information that the partner must provide. Empty if the platform must act instead. */
  readonly requestedInformation: readonly RequestedInformation[];
}

/** An active hold. Times are epoch ms. */
export interface Hold extends HoldCause {
  readonly sinceMs: number;
  /** Deadline until which the partner can provide the requested information; `undefined` while the platform must act. */
  readonly deadlineMs: number | undefined;
}

export type HoldActor = 'PARTNER' | 'PLATFORM';

/** Time for the partner to provide information. After the deadline, the transaction ends without a payout. */
export const INFORMATION_WINDOW_MS = 7 * 24 * 3_600_000;

/** Starts a hold, or replaces the reason, the requested information and the deadline of the active hold `before`. */
export function newHold({ reason, requestedInformation }: HoldCause, atMs: number, before: Hold | undefined): Hold {
  const deadlineMs = requestedInformation.length > 0 ? atMs + INFORMATION_WINDOW_MS : undefined;
  return { reason, requestedInformation, sinceMs: before?.sinceMs ?? atMs, deadlineMs };
}

/** Returns the hold after the partner has provided the information. The platform decides next. */
export function informedHold(hold: Hold): Hold {
  return { ...hold, requestedInformation: [], deadlineMs: undefined };
}

/** Returns the party that must act next. */
export function holdActor({ requestedInformation }: HoldCause): HoldActor {
  return requestedInformation.length > 0 ? 'PARTNER' : 'PLATFORM';
}
