/** What can happen to a transaction, by any reporter. */
export const triggers = [
  'EXECUTE',
  'DEPOSIT_RECEIVED',
  'DEPOSIT_NOT_RECEIVED',
  'RECEIPT_CONFIRMED',
  'NOT_EXECUTED',
  'CONVERSION_STARTED',
  'CONVERSION_COMPLETED',
  'CONVERSION_FAILED',
  'PAYOUT_SUBMITTED',
  'PAYOUT_COMPLETED',
  'PAYOUT_FAILED',
  'PAYOUT_RETURNED',
  'MANUAL_TRANSFER_REQUIRED',
  'NAME_CHECK_FAILED',
  'REFUND_PAID',
  'CANCEL',
  'EXPIRE',
] as const;
export type Trigger = (typeof triggers)[number];
