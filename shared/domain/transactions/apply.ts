import type { FiatCurrency } from '#shared/domain/money/currency';
import type { Money } from '#shared/domain/money/money';
import { isTransactionHash } from '#shared/domain/ramp/transaction-hash';
import {
  bookingsFor,
  convertedRefund,
  type LedgerEntry,
  refundedBy,
  surplusOf,
} from '#shared/domain/transactions/bookings';
import { cancellationReasonOf } from '#shared/domain/transactions/cancellation-reason';
import { nameCheckOf } from '#shared/domain/transactions/name-check';
import {
  type OffRamp,
  type PayoutReturn,
  paidIn,
  paidOut,
  type SurplusDeposit,
  type Transaction,
} from '#shared/domain/transactions/transaction';
import {
  type Edge,
  type Status,
  stateMachines,
  type TransactionKind,
  type Trigger,
} from '#shared/domain/transactions/transition-table';

/** Something that happened to a transaction, as reported. */
export interface Occurrence {
  readonly trigger: Trigger;
  /** Epoch ms, by the clock of its reporter. */
  readonly atMs: number;
  /** Why, for cancellations, failures and returns, in the words of its reporter. */
  readonly reason?: string | undefined;
  /** What is said to have moved; the transaction's own amount where nothing is said. */
  readonly amount?: Money | undefined;
  /** Whether the account that is paid has passed its test; never a provider's to report with a payout. */
  readonly testPassed?: boolean | undefined;
  /** Hash of the chain transaction that an execute call names, or that a custodian reports. */
  readonly transactionHash?: string | undefined;
}

/** One applied edge: the transaction after it, and what is written and sent with it. */
export interface Transition {
  readonly next: Transaction;
  readonly edge: Edge;
  readonly entries: readonly LedgerEntry[];
  /** Why, in the words of its reporter. */
  readonly reason?: string | undefined;
  /** What became of the test of the account that is paid, where it was told. */
  readonly accountTest: 'PASSED' | 'FAILED' | undefined;
}

const HOUR_MS = 3_600_000;

/** Unfunded on-ramps and cross-ramps expire after 72 h, off-ramps after 24 h. */
export const expiryMs: Readonly<Record<TransactionKind, number>> = {
  ON_RAMP: 72 * HOUR_MS,
  OFF_RAMP: 24 * HOUR_MS,
  CROSS_RAMP: 72 * HOUR_MS,
};

/** A funded off-ramp that is never executed is returned after 30 days. */
export const NOT_EXECUTED_MS = 30 * 24 * HOUR_MS;

const waitingForDeposit: readonly Status[] = ['PENDING_PAYMENT', 'PENDING', 'CRYPTO_NOT_RECEIVED'];

/**
 * Applies an occurrence. Pure: nothing is stored here. A transition never comes before the one that it follows: where
 * the clocks of two machines differ, it has the time of that one.
 *
 * @returns `undefined` when the transaction, as it stands, has no such edge
 */
export function applyOccurrence(transaction: Transaction, seen: Occurrence): Transition | undefined {
  const occurrence = { ...seen, atMs: Math.max(seen.atMs, transaction.updatedAtMs) };
  const edge = stateMachines[transaction.kind].edges.find(
    (one) =>
      one.from === transaction.status &&
      one.on === occurrence.trigger &&
      admits(one, transaction, occurrence),
  );
  if (edge === undefined) return undefined;
  const accountTest = nameCheckOf(edge, occurrence.testPassed ?? false);
  const next = {
    ...entered(transaction, edge, occurrence),
    ...chainFacts(transaction, occurrence),
    ...accountAfter(transaction, accountTest),
  };
  const entries = edge.movement === null ? [] : bookingsFor(edge.movement, transaction, occurrence.amount);
  const { atMs, reason } = occurrence;
  return { next: withDeadline(next, atMs), edge, entries, reason, accountTest };
}

/** Whether a transaction in a status could take this trigger at all, now. */
export function accepts(transaction: Transaction, trigger: Trigger): boolean {
  return applyOccurrence(transaction, { trigger, atMs: transaction.updatedAtMs }) !== undefined;
}

function admits(edge: Edge, transaction: Transaction, { amount }: Occurrence): boolean {
  const executed = transaction.kind === 'OFF_RAMP' && transaction.executedAtMs !== undefined;
  if (edge.guard === undefined) return true;
  switch (edge.guard) {
    case 'EXECUTED':
      return executed;
    case 'NOT_YET_EXECUTED':
      return !executed;
    case 'NOT_YET_RETURNED':
      return transaction.payoutReturn === undefined;
    case 'REFUND_HELD':
      return isRefunded(refundedBy(transaction, amount));
    case 'DEPOSIT_COVERED':
      return amount === undefined || covers(amount, paidIn(transaction));
  }
}

function isRefunded({ held, deposits }: ReturnType<typeof refundedBy>): boolean {
  return held !== undefined || deposits.length > 0;
}

/** Less than was waited for, or another currency, is not the transaction's deposit. */
function covers(amount: Money, expected: Money): boolean {
  return amount.currency === expected.currency && amount.minor >= expected.minor;
}

function entered<T extends Transaction>(transaction: T, edge: Edge, occurrence: Occurrence): T {
  const { atMs, reason, amount } = occurrence;
  const arrived = edge.to !== edge.from;
  const ended = arrived && (edge.to === 'CANCELLED' || edge.to === 'FAILED' || edge.to === 'EXPIRED');
  return {
    ...transaction,
    status: edge.to,
    version: transaction.version + 1,
    sequence: transaction.sequence + (edge.event === null ? 0 : 1),
    updatedAtMs: atMs,
    completedAtMs: arrived && edge.to === 'COMPLETED' ? atMs : transaction.completedAtMs,
    cancellationReason: ended
      ? cancellationReasonOf(transaction.kind, edge.on, reason)
      : transaction.cancellationReason,
    payoutReturn:
      edge.on === 'PAYOUT_RETURNED' ? returned(transaction, atMs, reason) : transaction.payoutReturn,
    refundHeld: heldAfter(edge, transaction, amount),
    surplusDeposits: surplusAfter(edge, transaction, { atMs, amount }),
  };
}

function returned(
  transaction: Transaction,
  atMs: number,
  reason = 'RETURNED_BY_BANK',
): PayoutReturn | undefined {
  const amount = fiatPaidOut(transaction);
  return amount && { amount, reason, atMs };
}

function fiatPaidOut(transaction: Transaction): Money<FiatCurrency> | undefined {
  switch (transaction.kind) {
    case 'ON_RAMP':
      return undefined;
    case 'OFF_RAMP':
      return transaction.fiatAmount;
    case 'CROSS_RAMP':
      return transaction.targetAmount;
  }
}

function heldAfter(edge: Edge, transaction: Transaction, amount: Money | undefined): Money | undefined {
  switch (edge.movement) {
    case 'REFUND_SOURCE':
      return paidIn(transaction);
    case 'REFUND_CONVERTED':
      return convertedRefund(transaction);
    case 'PAYOUT_RETURN':
      return paidOut(transaction);
    case 'REFUND_PAYMENT':
      return refundedBy(transaction, amount).held === undefined ? transaction.refundHeld : undefined;
    case 'DEPOSIT':
    case 'SURPLUS_DEPOSIT':
    case 'RETURN_DEPOSIT':
    case 'CONVERSION':
    case 'RETURN_CONVERTED_DEPOSIT':
    case 'PAYOUT':
    case 'CONVERSION_AND_PAYOUT':
    case null:
      return transaction.refundHeld;
  }
}

/** What was paid back is kept with its time; what came is put last. */
function surplusAfter(
  { movement }: Edge,
  transaction: Transaction,
  { atMs, amount }: Pick<Occurrence, 'atMs' | 'amount'>,
): readonly SurplusDeposit[] {
  const { surplusDeposits } = transaction;
  if (movement === 'REFUND_PAYMENT') {
    const { deposits } = refundedBy(transaction, amount);
    return surplusDeposits.map((one) => (deposits.includes(one) ? { ...one, returnedAtMs: atMs } : one));
  }
  const surplus = surplusOf(movement, transaction, amount);
  if (surplus === undefined) return surplusDeposits;
  return [...surplusDeposits, { amount: surplus, atMs, returnedAtMs: undefined }];
}

/** What an occurrence says of the tokens' way over the chain. */
function chainFacts(transaction: Transaction, { trigger, atMs, transactionHash: named }: Occurrence) {
  if (transaction.kind === 'CROSS_RAMP') return {};
  // A hash without the form of its chain says nothing, from any reporter.
  const isHash = named !== undefined && isTransactionHash(transaction.blockchain, named);
  const transactionHash = isHash ? named : undefined;
  if (transaction.kind === 'ON_RAMP') {
    if (trigger !== 'PAYOUT_COMPLETED') return {};
    return { transactionHash: transactionHash ?? transaction.transactionHash };
  }
  if (trigger === 'DEPOSIT_RECEIVED')
    return { transactionHash: transaction.transactionHash ?? transactionHash };
  if (trigger !== 'EXECUTE') return {};
  return {
    executedAtMs: transaction.executedAtMs ?? atMs,
    transactionHash: transactionHash ?? transaction.transactionHash,
  };
}

/**
 * The off-ramp with another hash of its deposit, as a repeated execute call names it: a new version, and no step.
 *
 * @returns `undefined` where that is the hash on record
 */
export function withTransactionHash(
  transaction: OffRamp,
  transactionHash: string,
  atMs: number,
): OffRamp | undefined {
  if (transaction.transactionHash === transactionHash) return undefined;
  const updatedAtMs = Math.max(atMs, transaction.updatedAtMs);
  return { ...transaction, transactionHash, version: transaction.version + 1, updatedAtMs };
}

/** A passed test verifies the account that is paid; a failed one does not. */
function accountAfter(transaction: Transaction, outcome: Transition['accountTest']) {
  if (outcome === undefined) return {};
  const isVerified = outcome === 'PASSED';
  switch (transaction.kind) {
    case 'ON_RAMP':
      return {};
    case 'OFF_RAMP':
      return { bankAccount: { ...transaction.bankAccount, isVerified } };
    case 'CROSS_RAMP':
      return { targetBankAccount: { ...transaction.targetBankAccount, isVerified } };
  }
}

function withDeadline(next: Transaction, atMs: number): Transaction {
  return { ...next, deadlineMs: deadlineOf(next, atMs) };
}

/** What ends by itself, and when: an unfunded transaction, and a funded off-ramp without its execute call. */
function deadlineOf(next: Transaction, atMs: number): number | undefined {
  if (waitingForDeposit.includes(next.status)) return next.createdAtMs + expiryMs[next.kind];
  if (next.kind !== 'OFF_RAMP' || next.status !== 'CRYPTO_RECEIVED' || next.executedAtMs !== undefined)
    return undefined;
  return next.deadlineMs !== undefined && next.deadlineMs > next.createdAtMs + expiryMs.OFF_RAMP
    ? next.deadlineMs
    : atMs + NOT_EXECUTED_MS;
}

/** What the passing of a deadline is reported as, one trigger after the other. */
export function overdueTriggers(transaction: Transaction): readonly Trigger[] {
  switch (transaction.status) {
    case 'CRYPTO_RECEIVED':
      return ['NOT_EXECUTED'];
    case 'PENDING':
      return transaction.kind === 'OFF_RAMP' ? ['DEPOSIT_NOT_RECEIVED', 'EXPIRE'] : ['EXPIRE'];
    case 'PENDING_PAYMENT':
    case 'CRYPTO_NOT_RECEIVED':
      return ['EXPIRE'];
    // None of these has a deadline.
    case 'FIAT_RECEIVED':
    case 'IN_PROGRESS':
    case 'COMPLETED_CRYPTO_RECEIVAL':
    case 'READY_BANK_TRANSFER':
    case 'BANK_TRANSFER_PENDING':
    case 'AWAITING_MANUAL_CRYPTO_TRANSFER':
    case 'AWAITING_MANUAL_FIAT_TRANSFER':
    case 'COMPLETED':
    case 'CANCELLED':
    case 'EXPIRED':
    case 'FAILED':
      return [];
  }
}

/**
 * The transaction as it stands at an instant: one whose deadline has passed has ended at its deadline, whether
 * or not that has been written down yet. The write, when it comes, makes the same of it.
 */
export function asOf(transaction: Transaction, nowMs: number): Transaction {
  const { deadlineMs } = transaction;
  if (deadlineMs === undefined || deadlineMs > nowMs) return transaction;
  return overdueTriggers(transaction).reduce(
    (current, trigger) =>
      applyOccurrence(current, { ...overdueOccurrence(trigger), atMs: deadlineMs })?.next ?? current,
    transaction,
  );
}

/** The occurrence of a passed deadline, without its instant. */
export function overdueOccurrence(trigger: Trigger): Omit<Occurrence, 'atMs'> {
  return { trigger };
}
