/** Events of a fiat payout that providers report, including events after the payout. */
export const fiatPayoutTriggers = [
  'PAYOUT_SUBMITTED',
  'PAYOUT_COMPLETED',
  'PAYOUT_FAILED',
  'PAYOUT_RETURNED',
  'MANUAL_TRANSFER_REQUIRED',
  'NAME_CHECK_FAILED',
  'REFUND_PAID',
] as const;

/** Events that providers report. */
export const reportedTriggers = [
  'DEPOSIT_RECEIVED',
  'DEPOSIT_NOT_RECEIVED',
  'RECEIPT_CONFIRMED',
  'CONVERSION_STARTED',
  'CONVERSION_COMPLETED',
  'CONVERSION_FAILED',
  ...fiatPayoutTriggers,
] as const;
export type ReportedTrigger = (typeof reportedTriggers)[number];

/** Screening events: decisions, information that the partner provided, and the passed deadline for this information. */
const holdTriggers = [
  'HOLD_PLACED',
  'INFORMATION_GIVEN',
  'HOLD_RELEASED',
  'SCREENING_REJECTED',
  'HOLD_EXPIRED',
] as const;

/** Events of a transaction: provider reports, partner calls (execute, cancel), passed deadlines, and screening events. */
export const triggers = ['EXECUTE', 'NOT_EXECUTED', 'CANCEL', 'EXPIRE', ...holdTriggers, ...reportedTriggers] as const;
export type Trigger = (typeof triggers)[number];
