/**
 * Statuses of a transaction with their properties. Lists of statuses, deadlines, payouts and final statuses are derived from the
 * rows of `facts`. `stateMachines` contains the edges between statuses.
 */

import { type TransactionKind, transactionKinds } from '#shared/values/transaction-kinds';
import type { EventName } from '#shared/webhooks/domain/events';
import type { Trigger } from './triggers';

export interface StatusFacts {
  /** Kinds of transaction with this status. */
  readonly kinds: readonly TransactionKind[];
  /** Treatment of a deposit that arrives in this status: expected, too late, or additional. */
  readonly deposit: 'AWAITED' | 'LATE' | 'SURPLUS';
  /**
   * Triggers that we apply after the deadline, in this order. A trigger without an edge for the transaction's kind is skipped.
   * Empty without a deadline.
   */
  readonly deadline: readonly Trigger[];
  /** Party that makes the payout in this status. Absent for kinds without a payout in progress. */
  readonly payout: Readonly<Partial<Record<TransactionKind, 'PROVIDER' | 'PERSON'>>>;
  /** Kinds with a conversion in progress in this status. */
  readonly conversion: readonly TransactionKind[];
  /** Outcome of a final status, else `undefined`. A final status never changes, but later money movements are still posted. */
  readonly end: 'PAID' | 'UNPAID' | undefined;
}

const open = { deposit: 'SURPLUS', deadline: [], payout: {}, conversion: [], end: undefined } as const;
const unfunded = { ...open, deposit: 'AWAITED', deadline: ['EXPIRE'] } as const;
const unpaid = { ...open, kinds: transactionKinds, end: 'UNPAID' } as const;

// biome-ignore format: a table reads by its rows
const facts = {
  PENDING_PAYMENT: { ...unfunded, kinds: ['ON_RAMP', 'OFF_RAMP'] },
  PENDING: { ...unfunded, kinds: ['OFF_RAMP', 'CROSS_RAMP'], deadline: ['DEPOSIT_NOT_RECEIVED', 'EXPIRE'] },
  CRYPTO_NOT_RECEIVED: { ...unfunded, kinds: ['OFF_RAMP'] },
  CRYPTO_RECEIVED: { ...open, kinds: ['OFF_RAMP'], deadline: ['NOT_EXECUTED'] },
  COMPLETED_CRYPTO_RECEIVAL: { ...open, kinds: ['OFF_RAMP'], conversion: ['OFF_RAMP'] },
  FIAT_RECEIVED: { ...open, kinds: ['ON_RAMP', 'CROSS_RAMP'], conversion: ['ON_RAMP', 'CROSS_RAMP'] },
  IN_PROGRESS: { ...open, kinds: ['ON_RAMP', 'CROSS_RAMP'], deadline: ['HOLD_EXPIRED'], payout: { ON_RAMP: 'PROVIDER' }, conversion: ['CROSS_RAMP'] },
  AWAITING_MANUAL_CRYPTO_TRANSFER: { ...open, kinds: ['ON_RAMP'], payout: { ON_RAMP: 'PERSON' } },
  READY_BANK_TRANSFER: { ...open, kinds: ['OFF_RAMP', 'CROSS_RAMP'], deadline: ['HOLD_EXPIRED'], payout: { OFF_RAMP: 'PROVIDER', CROSS_RAMP: 'PROVIDER' } },
  BANK_TRANSFER_PENDING: { ...open, kinds: ['OFF_RAMP', 'CROSS_RAMP'], payout: { OFF_RAMP: 'PROVIDER', CROSS_RAMP: 'PROVIDER' } },
  AWAITING_MANUAL_FIAT_TRANSFER: { ...open, kinds: ['OFF_RAMP', 'CROSS_RAMP'], payout: { OFF_RAMP: 'PERSON', CROSS_RAMP: 'PERSON' } },
  COMPLETED: { ...open, kinds: transactionKinds, end: 'PAID' },
  CANCELLED: { ...unpaid, deposit: 'LATE' },
  EXPIRED: { ...unpaid, deposit: 'LATE' },
  FAILED: unpaid,
} as const satisfies Record<string, StatusFacts>;

export type TransactionStatus = keyof typeof facts;

/** Properties of each status. */
export const statusFacts: Readonly<Record<TransactionStatus, StatusFacts>> = facts;

export type StatusByKind<K extends TransactionKind> = {
  [S in TransactionStatus]: K extends (typeof facts)[S]['kinds'][number] ? S : never;
}[TransactionStatus];
export type OnRampStatus = StatusByKind<'ON_RAMP'>;
export type OffRampStatus = StatusByKind<'OFF_RAMP'>;
export type CrossRampStatus = StatusByKind<'CROSS_RAMP'>;

function isStatus(text: string): text is TransactionStatus {
  return Object.hasOwn(facts, text);
}

function statusesFor<K extends TransactionKind>(kind: K): readonly StatusByKind<K>[] {
  const hasStatus = (status: TransactionStatus): status is StatusByKind<K> => statusFacts[status].kinds.includes(kind);
  return Object.keys(facts).filter(isStatus).filter(hasStatus);
}

export const onRampStatuses = statusesFor('ON_RAMP');
export const offRampStatuses = statusesFor('OFF_RAMP');
export const crossRampStatuses = statusesFor('CROSS_RAMP');

const HOUR_MS = 3_600_000;

interface KindFacts<K extends TransactionKind> {
  readonly initial: StatusByKind<K>;
  readonly createdEvent: EventName;
  /** Time to wait for the deposit before the transaction expires. */
  readonly expiryMs: number;
}

/** Initial status, created event and expiry of each kind. */
export const kindFacts: { readonly [K in TransactionKind]: KindFacts<K> } = {
  ON_RAMP: { initial: 'PENDING_PAYMENT', createdEvent: 'CREATED_ON_RAMP', expiryMs: 72 * HOUR_MS },
  OFF_RAMP: { initial: 'PENDING_PAYMENT', createdEvent: 'CREATED_OFF_RAMP', expiryMs: 24 * HOUR_MS },
  CROSS_RAMP: { initial: 'PENDING', createdEvent: 'CREATED_CROSS_RAMP', expiryMs: 72 * HOUR_MS },
};

/** All statuses of all kinds, without duplicates. */
export const transactionStatuses: readonly TransactionStatus[] = [
  ...new Set<TransactionStatus>([...onRampStatuses, ...offRampStatuses, ...crossRampStatuses]),
];

/**
 * State machines as data. Each row is one edge: current status, trigger, next status, event for the partner (or null), and
 * posting rule for the ledger. Transitions without a row are impossible. The graphs in docs/generated/ come from these rows.
 */

/** Money movements that shared/transactions/domain/ledger.ts posts. */
export type PostingRule =
  | 'DEPOSIT'
  | 'RETURN_DEPOSIT'
  | 'SURPLUS_DEPOSIT'
  | 'CONVERSION'
  | 'RETURN_CONVERTED_DEPOSIT'
  | 'PAYOUT'
  | 'CONVERSION_AND_PAYOUT'
  | 'REFUND_SOURCE'
  | 'REFUND_CONVERTED'
  | 'PAYOUT_RETURN'
  | 'REFUND_PAYMENT';

export type Guard =
  | 'EXECUTED'
  | 'NOT_YET_EXECUTED'
  | 'NOT_YET_RETURNED'
  | 'REFUND_HELD'
  | 'DEPOSIT_COVERED'
  | 'NOT_HELD'
  | 'HELD'
  | 'INFORMATION_REQUESTED'
  | 'NO_INFORMATION_REQUESTED';

export interface Edge<S extends string = TransactionStatus> {
  readonly from: S;
  readonly on: Trigger;
  readonly to: S;
  /** Webhook event to send, or `null` without an event. */
  readonly event: EventName | null;
  readonly postingRule: PostingRule | null;
  readonly guard?: Guard;
}

/**
 * Builds edges that every status has and that do not change the status. An unexpected deposit goes to the user's refund account
 * and is returned from there. These rows come last, so that edges for the expected event match first.
 */
function sameStatusEdges<S extends TransactionStatus>(statuses: readonly S[]): Edge<S>[] {
  return statuses.flatMap((status): Edge<S>[] => [
    { from: status, on: 'DEPOSIT_RECEIVED', to: status, event: null, postingRule: 'SURPLUS_DEPOSIT' },
    { from: status, on: 'REFUND_PAID', to: status, event: null, postingRule: 'REFUND_PAYMENT', guard: 'REFUND_HELD' },
  ]);
}

/**
 * Builds the screening edges for the status in which the payout is ordered. The order waits during a hold. The user is refunded
 * as after a failed payout if screening rejects the payout, or if the partner does not provide the information in time.
 */
// biome-ignore format: a table reads by its rows
function screeningEdges<S extends TransactionStatus>(kind: TransactionKind, from: S, postingRule: PostingRule): Edge<S | 'FAILED'>[] {
  return [
    { from, on: 'HOLD_PLACED', to: from, event: `HOLD_PLACED_${kind}`, postingRule: null, guard: 'NO_INFORMATION_REQUESTED' },
    { from, on: 'INFORMATION_GIVEN', to: from, event: null, postingRule: null, guard: 'INFORMATION_REQUESTED' },
    { from, on: 'HOLD_RELEASED', to: from, event: `HOLD_RELEASED_${kind}`, postingRule: null, guard: 'HELD' },
    { from, on: 'HOLD_EXPIRED', to: 'FAILED', event: `FAILED_${kind}`, postingRule, guard: 'INFORMATION_REQUESTED' },
    { from, on: 'SCREENING_REJECTED', to: 'FAILED', event: `FAILED_${kind}`, postingRule },
  ];
}

// biome-ignore format: a table reads by its rows
export const onRampEdges: readonly Edge<OnRampStatus>[] = [
  { from: 'PENDING_PAYMENT', on: 'DEPOSIT_RECEIVED', to: 'FIAT_RECEIVED', event: 'FIAT_RECEIVED_ON_RAMP', postingRule: 'DEPOSIT', guard: 'DEPOSIT_COVERED' },
  { from: 'PENDING_PAYMENT', on: 'CANCEL', to: 'CANCELLED', event: 'CANCELLED_ON_RAMP', postingRule: null },
  { from: 'PENDING_PAYMENT', on: 'EXPIRE', to: 'EXPIRED', event: 'EXPIRED_ON_RAMP', postingRule: null },
  { from: 'FIAT_RECEIVED', on: 'CONVERSION_STARTED', to: 'IN_PROGRESS', event: null, postingRule: null },
  { from: 'FIAT_RECEIVED', on: 'NAME_CHECK_FAILED', to: 'CANCELLED', event: 'CANCELLED_ON_RAMP', postingRule: 'RETURN_DEPOSIT' },
  { from: 'IN_PROGRESS', on: 'PAYOUT_COMPLETED', to: 'COMPLETED', event: 'COMPLETED_ON_RAMP', postingRule: 'CONVERSION_AND_PAYOUT', guard: 'NOT_HELD' },
  { from: 'IN_PROGRESS', on: 'PAYOUT_FAILED', to: 'FAILED', event: 'FAILED_ON_RAMP', postingRule: 'REFUND_SOURCE' },
  { from: 'IN_PROGRESS', on: 'MANUAL_TRANSFER_REQUIRED', to: 'AWAITING_MANUAL_CRYPTO_TRANSFER', event: null, postingRule: null, guard: 'NOT_HELD' },
  ...screeningEdges('ON_RAMP', 'IN_PROGRESS', 'REFUND_SOURCE'),
  { from: 'AWAITING_MANUAL_CRYPTO_TRANSFER', on: 'PAYOUT_COMPLETED', to: 'COMPLETED', event: 'COMPLETED_ON_RAMP', postingRule: 'CONVERSION_AND_PAYOUT' },
  { from: 'AWAITING_MANUAL_CRYPTO_TRANSFER', on: 'PAYOUT_FAILED', to: 'FAILED', event: 'FAILED_ON_RAMP', postingRule: 'REFUND_SOURCE' },
  ...sameStatusEdges(onRampStatuses),
];

type PayoutStatus = OffRampStatus & CrossRampStatus;

/** Builds the edges of a fiat payout for off-ramps and cross-ramps, from the completed conversion to a returned payout. */
// biome-ignore format: a table reads by its rows
function payoutEdges(kind: 'OFF_RAMP' | 'CROSS_RAMP', submitted: EventName | null): readonly Edge<PayoutStatus>[] {
  return [
    { from: 'READY_BANK_TRANSFER', on: 'PAYOUT_SUBMITTED', to: 'BANK_TRANSFER_PENDING', event: submitted, postingRule: null, guard: 'NOT_HELD' },
    { from: 'READY_BANK_TRANSFER', on: 'MANUAL_TRANSFER_REQUIRED', to: 'AWAITING_MANUAL_FIAT_TRANSFER', event: null, postingRule: null, guard: 'NOT_HELD' },
    ...screeningEdges(kind, 'READY_BANK_TRANSFER', 'REFUND_CONVERTED'),
    { from: 'READY_BANK_TRANSFER', on: 'NAME_CHECK_FAILED', to: 'CANCELLED', event: `CANCELLED_${kind}`, postingRule: 'RETURN_CONVERTED_DEPOSIT' },
    { from: 'READY_BANK_TRANSFER', on: 'PAYOUT_FAILED', to: 'FAILED', event: `FAILED_${kind}`, postingRule: 'REFUND_CONVERTED' },
    { from: 'BANK_TRANSFER_PENDING', on: 'PAYOUT_COMPLETED', to: 'COMPLETED', event: `COMPLETED_${kind}`, postingRule: 'PAYOUT' },
    { from: 'BANK_TRANSFER_PENDING', on: 'PAYOUT_FAILED', to: 'FAILED', event: `FAILED_${kind}`, postingRule: 'REFUND_CONVERTED' },
    { from: 'BANK_TRANSFER_PENDING', on: 'MANUAL_TRANSFER_REQUIRED', to: 'AWAITING_MANUAL_FIAT_TRANSFER', event: null, postingRule: null },
    { from: 'AWAITING_MANUAL_FIAT_TRANSFER', on: 'PAYOUT_COMPLETED', to: 'COMPLETED', event: `COMPLETED_${kind}`, postingRule: 'PAYOUT' },
    { from: 'AWAITING_MANUAL_FIAT_TRANSFER', on: 'PAYOUT_FAILED', to: 'FAILED', event: `FAILED_${kind}`, postingRule: 'REFUND_CONVERTED' },
    { from: 'COMPLETED', on: 'PAYOUT_RETURNED', to: 'COMPLETED', event: `PAYOUT_RETURNED_${kind}`, postingRule: 'PAYOUT_RETURN', guard: 'NOT_YET_RETURNED' },
  ];
}

// biome-ignore format: a table reads by its rows
export const offRampEdges: readonly Edge<OffRampStatus>[] = [
  { from: 'PENDING_PAYMENT', on: 'EXECUTE', to: 'PENDING', event: null, postingRule: null },
  ...offRampStatuses.filter((status) => statusFacts[status].deposit === 'AWAITED').flatMap((from): Edge<OffRampStatus>[] => [
    { from, on: 'DEPOSIT_RECEIVED', to: 'CRYPTO_RECEIVED', event: 'CRYPTO_RECEIVED_OFF_RAMP', postingRule: 'DEPOSIT', guard: 'DEPOSIT_COVERED' },
    { from, on: 'CANCEL', to: 'CANCELLED', event: 'CANCELLED_OFF_RAMP', postingRule: null },
  ]),
  { from: 'PENDING_PAYMENT', on: 'EXPIRE', to: 'EXPIRED', event: 'EXPIRED_OFF_RAMP', postingRule: null },
  { from: 'CRYPTO_NOT_RECEIVED', on: 'EXPIRE', to: 'EXPIRED', event: 'EXPIRED_OFF_RAMP', postingRule: null },
  { from: 'PENDING', on: 'DEPOSIT_NOT_RECEIVED', to: 'CRYPTO_NOT_RECEIVED', event: 'CRYPTO_NOT_RECEIVED_OFF_RAMP', postingRule: null },
  { from: 'CRYPTO_NOT_RECEIVED', on: 'EXECUTE', to: 'PENDING', event: null, postingRule: null },
  // Record an execute call that arrives after the deposit. The status does not change until the deposit is confirmed.
  { from: 'CRYPTO_RECEIVED', on: 'EXECUTE', to: 'CRYPTO_RECEIVED', event: null, postingRule: null, guard: 'NOT_YET_EXECUTED' },
  { from: 'CRYPTO_RECEIVED', on: 'RECEIPT_CONFIRMED', to: 'COMPLETED_CRYPTO_RECEIVAL', event: null, postingRule: null, guard: 'EXECUTED' },
  { from: 'CRYPTO_RECEIVED', on: 'NOT_EXECUTED', to: 'CANCELLED', event: 'CANCELLED_OFF_RAMP', postingRule: 'RETURN_DEPOSIT', guard: 'NOT_YET_EXECUTED' },
  { from: 'COMPLETED_CRYPTO_RECEIVAL', on: 'CONVERSION_COMPLETED', to: 'READY_BANK_TRANSFER', event: null, postingRule: 'CONVERSION' },
  ...payoutEdges('OFF_RAMP', null),
  ...sameStatusEdges(offRampStatuses),
];

// biome-ignore format: a table reads by its rows
export const crossRampEdges: readonly Edge<CrossRampStatus>[] = [
  { from: 'PENDING', on: 'DEPOSIT_RECEIVED', to: 'FIAT_RECEIVED', event: 'FIAT_RECEIVED_CROSS_RAMP', postingRule: 'DEPOSIT', guard: 'DEPOSIT_COVERED' },
  { from: 'PENDING', on: 'CANCEL', to: 'CANCELLED', event: 'CANCELLED_CROSS_RAMP', postingRule: null },
  { from: 'PENDING', on: 'EXPIRE', to: 'EXPIRED', event: 'EXPIRED_CROSS_RAMP', postingRule: null },
  { from: 'FIAT_RECEIVED', on: 'CONVERSION_STARTED', to: 'IN_PROGRESS', event: 'IN_PROGRESS_CROSS_RAMP', postingRule: null },
  { from: 'IN_PROGRESS', on: 'CONVERSION_COMPLETED', to: 'READY_BANK_TRANSFER', event: null, postingRule: 'CONVERSION' },
  { from: 'IN_PROGRESS', on: 'CONVERSION_FAILED', to: 'FAILED', event: 'FAILED_CROSS_RAMP', postingRule: 'REFUND_SOURCE' },
  ...payoutEdges('CROSS_RAMP', 'BANK_TRANSFER_PENDING_CROSS_RAMP'),
  ...sameStatusEdges(crossRampStatuses),
];

export interface StateMachine {
  readonly statuses: readonly TransactionStatus[];
  readonly initial: TransactionStatus;
  readonly createdEvent: EventName;
  readonly edges: readonly Edge[];
}

export const stateMachines: Readonly<Record<TransactionKind, StateMachine>> = {
  ON_RAMP: { ...kindFacts.ON_RAMP, statuses: onRampStatuses, edges: onRampEdges },
  OFF_RAMP: { ...kindFacts.OFF_RAMP, statuses: offRampStatuses, edges: offRampEdges },
  CROSS_RAMP: { ...kindFacts.CROSS_RAMP, statuses: crossRampStatuses, edges: crossRampEdges },
};
