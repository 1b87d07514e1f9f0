/**
 * Reasons for a cancellation, expiry or failure: a closed list of codes, each with a message for people. Partners' software must
 * evaluate the code, not the message. docs/generated/cancellation-reasons.md is generated from this list.
 */
import type { TransactionKind } from '#shared/values/transaction-kinds';
import type { Trigger } from './triggers';

const messages = {
  CANCELLED_BY_PARTNER: 'Transaction cancelled by partner',
  EXPIRED: 'Nothing was paid in before the transaction expired',
  NAME_VERIFICATION_FAILED: 'The name on the bank account does not match the verified user',
  NOT_EXECUTED: 'The off-ramp was not executed within 30 days, and its tokens are returned',
  CONVERSION_FAILED: 'The amount could not be converted',
  PAYOUT_FAILED: 'The payout could not be made',
  PAYOUT_RETURNED_BY_BANK: 'The bank returned the payout before it was completed',
  ACCOUNT_CLOSED: 'The bank account that was to be paid is closed',
  ACCOUNT_NOT_FOUND: 'The bank knows no account with these details',
  ACCOUNT_BLOCKED: 'The bank account that was to be paid is blocked',
  SCREENING_REJECTED: 'The transaction did not pass screening',
  INFORMATION_NOT_PROVIDED: 'The requested information was not provided in time',
} as const;

export type CancellationReason = keyof typeof messages;

function isCancellationReason(text: string): text is CancellationReason {
  return Object.hasOwn(messages, text);
}

export const cancellationReasons: readonly CancellationReason[] = Object.keys(messages).filter(isCancellationReason);

/** Returns the human-readable message of a code. The wording may change. */
export function cancellationMessage(reason: CancellationReason): string {
  return messages[reason];
}

const bankReasons = ['PAYOUT_RETURNED_BY_BANK', 'ACCOUNT_CLOSED', 'ACCOUNT_NOT_FOUND', 'ACCOUNT_BLOCKED'] as const;

/** Possible reasons of a trigger, starting with the usual reason. Empty if the trigger ends no transaction. */
const reasonsByTrigger: Readonly<Record<Trigger, readonly CancellationReason[]>> = {
  EXECUTE: [],
  DEPOSIT_RECEIVED: [],
  DEPOSIT_NOT_RECEIVED: [],
  RECEIPT_CONFIRMED: [],
  NOT_EXECUTED: ['NOT_EXECUTED'],
  CONVERSION_STARTED: [],
  CONVERSION_COMPLETED: [],
  CONVERSION_FAILED: ['CONVERSION_FAILED'],
  PAYOUT_SUBMITTED: [],
  PAYOUT_COMPLETED: [],
  PAYOUT_FAILED: ['PAYOUT_FAILED', ...bankReasons],
  PAYOUT_RETURNED: [],
  MANUAL_TRANSFER_REQUIRED: [],
  NAME_CHECK_FAILED: ['NAME_VERIFICATION_FAILED'],
  REFUND_PAID: [],
  CANCEL: ['CANCELLED_BY_PARTNER'],
  HOLD_PLACED: [],
  INFORMATION_GIVEN: [],
  HOLD_RELEASED: [],
  SCREENING_REJECTED: ['SCREENING_REJECTED'],
  HOLD_EXPIRED: ['INFORMATION_NOT_PROVIDED'],
  EXPIRE: ['EXPIRED'],
};

/** Returns the possible reasons if a trigger ends a transaction of this kind, starting with the usual reason. */
export function reasonsFor(kind: TransactionKind, trigger: Trigger): readonly CancellationReason[] {
  const reasons = reasonsByTrigger[trigger];
  // On-ramps pay tokens to a wallet, so reasons of a bank do not apply.
  return kind === 'ON_RAMP' ? reasons.filter((reason) => !bankReasons.some((one) => one === reason)) : reasons;
}

/** Returns the provider's or operator's reason if it is a code of the trigger, otherwise the trigger's usual code. */
export function cancellationReasonFor(
  kind: TransactionKind,
  trigger: Trigger,
  reported: string | undefined,
): CancellationReason | undefined {
  const reasons = reasonsFor(kind, trigger);
  return reasons.find((reason) => reason === reported) ?? reasons[0];
}
