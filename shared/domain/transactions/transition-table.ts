/**
 * State machines as data. A row is one edge: from which status, on which trigger, to which status, which
 * event partners are told (or silence), and which movement of money is booked with it. Whatever is not here
 * does not happen. The graphs in docs/generated/ are drawn from these rows.
 */
import type { EventName } from '#shared/domain/notifications/events';

/** What can happen to a transaction, whoever reports it. */
export const triggers = [
  'DEPOSIT_RECEIVED',
  'CONVERSION_STARTED',
  'CONVERSION_COMPLETED',
  'CONVERSION_FAILED',
  'PAYOUT_SUBMITTED',
  'PAYOUT_COMPLETED',
  'PAYOUT_FAILED',
  'PAYOUT_RETURNED',
  'MANUAL_TRANSFER_REQUIRED',
  'NAME_CHECK_FAILED',
  'CANCEL',
  'EXPIRE',
] as const;
export type Trigger = (typeof triggers)[number];

/** Movements of money, booked by shared/domain/transactions/bookings.ts. */
export type Movement =
  | 'DEPOSIT'
  | 'CONVERSION'
  | 'PAYOUT'
  | 'RETURN_CONVERTED_DEPOSIT'
  | 'REFUND_SOURCE'
  | 'REFUND_TARGET'
  | 'PAYOUT_RETURN';

export interface Edge<S extends string> {
  readonly from: S;
  readonly on: Trigger;
  readonly to: S;
  /** The event that goes out, or `null` for a silent step. */
  readonly event: EventName | null;
  readonly movement: Movement | null;
}

export const crossRampStatuses = [
  'PENDING',
  'FIAT_RECEIVED',
  'IN_PROGRESS',
  'READY_BANK_TRANSFER',
  'BANK_TRANSFER_PENDING',
  'AWAITING_MANUAL_FIAT_TRANSFER',
  'COMPLETED',
  'CANCELLED',
  'EXPIRED',
  'FAILED',
] as const;
export type CrossRampStatus = (typeof crossRampStatuses)[number];

export const crossRampInitial: CrossRampStatus = 'PENDING';

export const crossRampTerminal: readonly CrossRampStatus[] = ['COMPLETED', 'CANCELLED', 'EXPIRED', 'FAILED'];

export const crossRampEdges: readonly Edge<CrossRampStatus>[] = [
  {
    from: 'PENDING',
    on: 'DEPOSIT_RECEIVED',
    to: 'FIAT_RECEIVED',
    event: 'FIAT_RECEIVED_CROSS_RAMP',
    movement: 'DEPOSIT',
  },
  { from: 'PENDING', on: 'CANCEL', to: 'CANCELLED', event: 'CANCELLED_CROSS_RAMP', movement: null },
  { from: 'PENDING', on: 'EXPIRE', to: 'EXPIRED', event: 'EXPIRED_CROSS_RAMP', movement: null },
  {
    from: 'FIAT_RECEIVED',
    on: 'CONVERSION_STARTED',
    to: 'IN_PROGRESS',
    event: 'IN_PROGRESS_CROSS_RAMP',
    movement: null,
  },
  {
    from: 'IN_PROGRESS',
    on: 'CONVERSION_COMPLETED',
    to: 'READY_BANK_TRANSFER',
    event: null,
    movement: 'CONVERSION',
  },
  {
    from: 'IN_PROGRESS',
    on: 'CONVERSION_FAILED',
    to: 'FAILED',
    event: 'FAILED_CROSS_RAMP',
    movement: 'REFUND_SOURCE',
  },
  {
    from: 'READY_BANK_TRANSFER',
    on: 'PAYOUT_SUBMITTED',
    to: 'BANK_TRANSFER_PENDING',
    event: 'BANK_TRANSFER_PENDING_CROSS_RAMP',
    movement: null,
  },
  {
    from: 'READY_BANK_TRANSFER',
    on: 'MANUAL_TRANSFER_REQUIRED',
    to: 'AWAITING_MANUAL_FIAT_TRANSFER',
    event: null,
    movement: null,
  },
  {
    from: 'READY_BANK_TRANSFER',
    on: 'NAME_CHECK_FAILED',
    to: 'CANCELLED',
    event: 'CANCELLED_CROSS_RAMP',
    movement: 'RETURN_CONVERTED_DEPOSIT',
  },
  {
    from: 'READY_BANK_TRANSFER',
    on: 'PAYOUT_FAILED',
    to: 'FAILED',
    event: 'FAILED_CROSS_RAMP',
    movement: 'REFUND_TARGET',
  },
  {
    from: 'BANK_TRANSFER_PENDING',
    on: 'PAYOUT_COMPLETED',
    to: 'COMPLETED',
    event: 'COMPLETED_CROSS_RAMP',
    movement: 'PAYOUT',
  },
  {
    from: 'BANK_TRANSFER_PENDING',
    on: 'PAYOUT_FAILED',
    to: 'FAILED',
    event: 'FAILED_CROSS_RAMP',
    movement: 'REFUND_TARGET',
  },
  {
    from: 'BANK_TRANSFER_PENDING',
    on: 'MANUAL_TRANSFER_REQUIRED',
    to: 'AWAITING_MANUAL_FIAT_TRANSFER',
    event: null,
    movement: null,
  },
  {
    from: 'AWAITING_MANUAL_FIAT_TRANSFER',
    on: 'PAYOUT_COMPLETED',
    to: 'COMPLETED',
    event: 'COMPLETED_CROSS_RAMP',
    movement: 'PAYOUT',
  },
  {
    from: 'AWAITING_MANUAL_FIAT_TRANSFER',
    on: 'PAYOUT_FAILED',
    to: 'FAILED',
    event: 'FAILED_CROSS_RAMP',
    movement: 'REFUND_TARGET',
  },
  {
    from: 'COMPLETED',
    on: 'PAYOUT_RETURNED',
    to: 'COMPLETED',
    event: 'PAYOUT_RETURNED_CROSS_RAMP',
    movement: 'PAYOUT_RETURN',
  },
];

/** The edge that a trigger takes from a status, if there is one. */
export function edgeFrom(status: CrossRampStatus, trigger: Trigger): Edge<CrossRampStatus> | undefined {
  return crossRampEdges.find((edge) => edge.from === status && edge.on === trigger);
}
