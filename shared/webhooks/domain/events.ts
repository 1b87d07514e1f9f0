/** Payload type and additional payload fields of an event. */
interface EventFacts {
  /** The `type` field of the payload. */
  readonly type: 'TRANSACTION' | 'KYC' | 'SIGNATURE' | 'TEST';
  /** Group of additional payload fields. The `webhook-payload.ts` of the event's aggregate has a builder for each group. */
  readonly details: 'NONE' | 'EXCHANGE' | 'END' | 'PAYOUT_RETURN' | 'HOLD' | 'REJECTION' | 'LINK' | 'RESUBMISSION';
}

const status = { type: 'TRANSACTION', details: 'NONE' } as const;
const exchange = { type: 'TRANSACTION', details: 'EXCHANGE' } as const;
const end = { type: 'TRANSACTION', details: 'END' } as const;
const hold = { type: 'TRANSACTION', details: 'HOLD' } as const;
const payoutReturn = { type: 'TRANSACTION', details: 'PAYOUT_RETURN' } as const;
const verification = { type: 'KYC', details: 'NONE' } as const;
const rejection = { type: 'KYC', details: 'REJECTION' } as const;
const link = { type: 'KYC', details: 'LINK' } as const;
const resubmission = { type: 'KYC', details: 'RESUBMISSION' } as const;
const signature = { type: 'SIGNATURE', details: 'NONE' } as const;
const test = { type: 'TEST', details: 'NONE' } as const;

const facts = {
  CREATED_ON_RAMP: status,
  FIAT_RECEIVED_ON_RAMP: status,
  COMPLETED_ON_RAMP: exchange,
  CANCELLED_ON_RAMP: end,
  EXPIRED_ON_RAMP: status,
  FAILED_ON_RAMP: end,
  HOLD_PLACED_ON_RAMP: hold,
  HOLD_RELEASED_ON_RAMP: status,
  CREATED_OFF_RAMP: status,
  CRYPTO_RECEIVED_OFF_RAMP: status,
  CRYPTO_NOT_RECEIVED_OFF_RAMP: status,
  COMPLETED_OFF_RAMP: exchange,
  CANCELLED_OFF_RAMP: end,
  EXPIRED_OFF_RAMP: status,
  FAILED_OFF_RAMP: end,
  HOLD_PLACED_OFF_RAMP: hold,
  HOLD_RELEASED_OFF_RAMP: status,
  PAYOUT_RETURNED_OFF_RAMP: payoutReturn,
  CREATED_CROSS_RAMP: status,
  FIAT_RECEIVED_CROSS_RAMP: status,
  IN_PROGRESS_CROSS_RAMP: status,
  BANK_TRANSFER_PENDING_CROSS_RAMP: status,
  COMPLETED_CROSS_RAMP: exchange,
  CANCELLED_CROSS_RAMP: end,
  EXPIRED_CROSS_RAMP: status,
  FAILED_CROSS_RAMP: end,
  HOLD_PLACED_CROSS_RAMP: hold,
  HOLD_RELEASED_CROSS_RAMP: status,
  PAYOUT_RETURNED_CROSS_RAMP: payoutReturn,
  CREATED_KYC: verification,
  VERIFIED_USER: verification,
  REJECTED_KYC: rejection,
  REVIEW_NEEDED_KYC: verification,
  VERIFICATION_LINK_OPENED: link,
  VERIFICATION_LINK_EXPIRED: link,
  VERIFICATION_ABANDONED: link,
  VERIFICATION_RESUBMISSION_REQUESTED: resubmission,
  DOCUMENT_SIGNED: signature,
  TEST_EVENT: test,
} as const satisfies Record<string, EventFacts>;

export type EventName = keyof typeof facts;
export type EventType = EventFacts['type'];
export type EventDetails = EventFacts['details'];

/** All events that can be sent to partners. `sdk/src/cli/trigger/journeys.ts` lists the cause of each event. */
export const eventFacts: Readonly<Record<EventName, EventFacts>> = facts;

/** Returns true if the text is the name of an event. */
export function isEventName(name: string): name is EventName {
  return Object.hasOwn(facts, name);
}

export const eventNames: readonly EventName[] = Object.keys(facts).filter(isEventName);

/**
 * Statuses of a delivery to an additional endpoint. `NOT_SENT` is missing: if we do not send a notification to an additional
 * endpoint, we create no delivery.
 */
export const deliveryStatuses = ['PENDING', 'SENT', 'FAILED'] as const;

export const notificationStatuses = ['PENDING', 'SENT', 'FAILED', 'NOT_SENT'] as const;
export type NotificationStatus = (typeof notificationStatuses)[number];
