/**
 * Every status of a transaction with what is true in it. The lists of statuses, deadlines, payouts and ends follow from
 * these rows; which status follows which stands in `transition-table.ts`.
 */
import type { EventName } from '#shared/webhooks/domain/events';
import type { Trigger } from './triggers';

export const transactionKinds = ['ON_RAMP', 'OFF_RAMP', 'CROSS_RAMP'] as const;
export type TransactionKind = (typeof transactionKinds)[number];

export interface StatusFacts {
  /** The kinds of transaction that have it. */
  readonly kinds: readonly TransactionKind[];
  /** Meaning of a deposit that arrives now: the expected one, one that comes too late, or money beyond the deposit. */
  readonly deposit: 'AWAITED' | 'LATE' | 'SURPLUS';
  /** Triggers that a passed deadline reports in turn, of those the kind has an edge for. Empty: never a deadline. */
  readonly deadline: readonly Trigger[];
  /** Party that pays out now; absent for kinds whose payout is not in work. */
  readonly payout: Readonly<Partial<Record<TransactionKind, 'PROVIDER' | 'PERSON'>>>;
  /** The kinds whose amount is to be converted now. */
  readonly conversion: readonly TransactionKind[];
  /** Kind of end; `undefined` before it. No edge leaves an end, though money may still be posted there. */
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

/** The facts of each status: one without its row does not compile. */
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
  /** Time that it waits for its deposit before it expires. */
  readonly expiryMs: number;
}

/** First status, created event and expiry of each kind. */
export const kindFacts: { readonly [K in TransactionKind]: KindFacts<K> } = {
  ON_RAMP: { initial: 'PENDING_PAYMENT', createdEvent: 'CREATED_ON_RAMP', expiryMs: 72 * HOUR_MS },
  OFF_RAMP: { initial: 'PENDING_PAYMENT', createdEvent: 'CREATED_OFF_RAMP', expiryMs: 24 * HOUR_MS },
  CROSS_RAMP: { initial: 'PENDING', createdEvent: 'CREATED_CROSS_RAMP', expiryMs: 72 * HOUR_MS },
};

/** Every status of any kind, each once. */
export const transactionStatuses: readonly TransactionStatus[] = [
  ...new Set<TransactionStatus>([...onRampStatuses, ...offRampStatuses, ...crossRampStatuses]),
];
