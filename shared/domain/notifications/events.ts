/** The events partners are told of, and the type each is sent under (contract of the webhook payload). */
export const eventTypes = {
  CREATED_CROSS_RAMP: 'TRANSACTION',
  FIAT_RECEIVED_CROSS_RAMP: 'TRANSACTION',
  IN_PROGRESS_CROSS_RAMP: 'TRANSACTION',
  BANK_TRANSFER_PENDING_CROSS_RAMP: 'TRANSACTION',
  COMPLETED_CROSS_RAMP: 'TRANSACTION',
  CANCELLED_CROSS_RAMP: 'TRANSACTION',
  EXPIRED_CROSS_RAMP: 'TRANSACTION',
  FAILED_CROSS_RAMP: 'TRANSACTION',
  PAYOUT_RETURNED_CROSS_RAMP: 'TRANSACTION',
  CREATED_KYC: 'KYC',
  VERIFIED_USER: 'KYC',
  REJECTED_KYC: 'KYC',
  REVIEW_NEEDED_KYC: 'KYC',
} as const;

export type EventName = keyof typeof eventTypes;
export type EventType = (typeof eventTypes)[EventName];

export const notificationStatuses = ['PENDING', 'SENT', 'FAILED', 'NOT_SENT'] as const;
export type NotificationStatus = (typeof notificationStatuses)[number];
