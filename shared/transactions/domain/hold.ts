/**
 * Holds: a transaction is funded and must not be paid out yet. A hold stands next to the status, which does not change with it
 * (contract, Money).
 */

export const holdReasons = [
  'COUNTERPARTY_INFORMATION_REQUIRED',
  'WALLET_VERIFICATION_REQUIRED',
  'SOURCE_OF_FUNDS_REQUIRED',
  'COMPLIANCE_REVIEW',
] as const;
export type HoldReason = (typeof holdReasons)[number];

/** A piece of information that the partner is asked for. */
export interface RequestedInformation {
  /** Names it in the response. */
  readonly field: string;
  /** Describes the requested information for people. */
  readonly description: string;
}

/** A response to one of them: a text, or the address of a file. */
export interface InformationItem {
  readonly field: string;
  readonly value?: string | undefined;
  readonly fileUrl?: string | undefined;
}

/** The response of a partner to a hold. It is personal data: no log, event or queue has it. */
export interface GivenInformation {
  readonly id: string;
  readonly items: readonly InformationItem[];
}

/** The cause of a hold, as screening gives it. */
export interface HoldCause {
  readonly reason: HoldReason;
  /** Information that the partner has to give; empty if the platform decides. */
  readonly requestedInformation: readonly RequestedInformation[];
}

/** A hold that stands. Times are epoch ms. */
export interface Hold extends HoldCause {
  readonly sinceMs: number;
  /** Time by which the partner has to provide it; `undefined` while the platform has to act. */
  readonly deadlineMs: number | undefined;
}

export type HoldActor = 'PARTNER' | 'PLATFORM';

/** Time that a partner has to provide information: after it, the transaction ends without a payout. */
export const INFORMATION_WINDOW_MS = 7 * 24 * 3_600_000;

/** A hold that begins, or that asks for more. @param atMs epoch ms @param before the hold that stands already */
export function newHold({ reason, requestedInformation }: HoldCause, atMs: number, before: Hold | undefined): Hold {
  const deadlineMs = requestedInformation.length > 0 ? atMs + INFORMATION_WINDOW_MS : undefined;
  return { reason, requestedInformation, sinceMs: before?.sinceMs ?? atMs, deadlineMs };
}

/** The hold after its partner has provided the information: the platform decides. */
export function informedHold(hold: Hold): Hold {
  return { ...hold, requestedInformation: [], deadlineMs: undefined };
}

/** The party that has to act. */
export function holdActor({ requestedInformation }: HoldCause): HoldActor {
  return requestedInformation.length > 0 ? 'PARTNER' : 'PLATFORM';
}
