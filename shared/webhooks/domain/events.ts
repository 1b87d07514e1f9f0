/** Form in which an event is sent. */
interface EventFacts {
  /** The `type` of the payload (contract of the webhook payload). */
  readonly type: 'TRANSACTION' | 'KYC' | 'SIGNATURE' | 'TEST';
  /** Payload fields in addition to the fields of every payload of its type; `webhook-payload.ts` of its aggregate has a builder for each. */
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

/** Every event that partners can be sent. The cause of each is in `sdk/src/cli/trigger/journeys.ts`. */
export const eventFacts: Readonly<Record<EventName, EventFacts>> = facts;

/** Returns true if a text names an event. */
export function isEventName(name: string): name is EventName {
  return Object.hasOwn(facts, name);
}

export const eventNames: readonly EventName[] = Object.keys(facts).filter(isEventName);

/** Statuses of the delivery to an additional endpoint, which is only made where something is to be sent. */
export const deliveryStatuses = ['PENDING', 'SENT', 'FAILED'] as const;

export const notificationStatuses = ['PENDING', 'SENT', 'FAILED', 'NOT_SENT'] as const;
export type NotificationStatus = (typeof notificationStatuses)[number];
