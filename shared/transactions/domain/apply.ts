import type { PayeeMatch } from '#shared/bank-accounts/domain/bank-account-record';
import { isTransactionHash } from '#shared/values/chains/address';
import type { Blockchain } from '#shared/values/money/currency';
import type { Money } from '#shared/values/money/money';
import { cancellationReasonFor } from './cancellation-reason';
import { deadlineAfter, deadlineTriggers } from './deadlines';
import { fundingBy, keptDeposits, paidInAmount, shortfallBy } from './deposit-policy';
import { type Hold, type HoldCause, informedHold, newHold } from './hold';
import {
  convertedRefund,
  fundsRefundedBy,
  type LedgerEntry,
  ledgerEntriesFor,
  type PaidRefund,
  returnedPayout,
  surplusFor,
} from './ledger';
import { type NamedRail, type RailProof, type RailReference, readRail, withFirstProof } from './rails/rail';
import { type Edge, stateMachines, statusFacts } from './status-facts';
import {
  type OffRamp,
  type PayoutReturn,
  payoutAmount,
  type SurplusDeposit,
  sourceAmount,
  type Transaction,
} from './transaction';
import type { Trigger } from './triggers';

/** A reported event of a transaction. */
export interface TransactionEvent {
  readonly trigger: Trigger;
  /** Time at which the service received the event, epoch ms. */
  readonly atMs: number;
  /** Time of the event by the reporter's clock, epoch ms. @default `atMs` */
  readonly reportedAtMs?: number | undefined;
  /** Reason from the reporter or our worker, for example for a failure or a manual transfer. */
  readonly reason?: string | undefined;
  /** The reported amount. @default the transaction's amount */
  readonly amount?: Money | undefined;
  /** True if the payout account passed its penny test. Set by our payout worker or the sandbox, never by a provider's report. */
  readonly testPassed?: boolean | undefined;
  /** Id of the refund order that the reported refund completes. @default the refund order with the reported amount */
  readonly refundId?: string | undefined;
  /** Rail of the transfer. Ignored if malformed or not available for the transfer's currency. */
  readonly rail?: NamedRail | undefined;
  /** Initial proof state of a SPEI transfer. @default none */
  readonly proof?: RailProof | undefined;
  /** Cause of a new hold. @default a review by the platform */
  readonly holdCause?: HoldCause | undefined;
  /** Result of the payee check of the payout account. Stored only in the account's record. */
  readonly payee?: PayeeMatch | undefined;
  /** Blockchain of a token deposit. @default the transaction's blockchain */
  readonly blockchain?: Blockchain | undefined;
  /** Hash of the blockchain transaction, from a request to execute an off-ramp, a custodian's report or the sandbox. */
  readonly transactionHash?: string | undefined;
}

/** One applied edge of the state machine: the changed transaction with its ledger entries and results. */
export interface Transition {
  readonly next: Transaction;
  readonly edge: Edge;
  readonly entries: readonly LedgerEntry[];
  /** The reporter's reason. */
  readonly reason?: string | undefined;
  readonly accountTest: 'PASSED' | 'FAILED' | undefined;
  /** Result of the payee check of the payout account, if reported. */
  readonly payee?: PayeeMatch | undefined;
  /** Time of the payee check, epoch ms: the reported time, but not later than the event's `atMs`. */
  readonly checkedAtMs: number;
}

/**
 * Applies an event without storing anything. `updatedAtMs` never decreases, although clocks can differ.
 * @returns `undefined` if the transaction's current state has no edge for the event
 */
export function apply(transaction: Transaction, reported: TransactionEvent): Transition | undefined {
  const event = { ...reported, atMs: Math.max(reported.atMs, transaction.updatedAtMs) };
  const edge = stateMachines[transaction.kind].edges.find(
    (one) => one.from === transaction.status && one.on === event.trigger && guardHolds(one, transaction, event),
  );
  if (edge === undefined) return undefined;
  const accountTest = accountTestResult(edge, event.testPassed ?? false);
  const moved: Transaction = {
    ...applyEdge(transaction, edge, event),
    ...chainFields(transaction, event),
    ...payoutAccountAfter(transaction, accountTest),
  };
  const next = { ...moved, ...railFields(moved, edge, event) };
  const entries = edge.postingRule === null ? [] : ledgerEntriesFor(edge.postingRule, transaction, event);
  const { atMs, reportedAtMs = atMs, reason, payee } = event;
  const checkedAtMs = Math.min(reportedAtMs, atMs);
  const following = { ...next, deadlineMs: deadlineAfter(next, atMs) };
  return { next: following, edge, entries, reason, accountTest, payee, checkedAtMs };
}

/** Returns true if the transaction accepts this trigger in its current state. */
export function accepts(transaction: Transaction, trigger: Trigger): boolean {
  return apply(transaction, { trigger, atMs: transaction.updatedAtMs }) !== undefined;
}

function guardHolds(edge: Edge, transaction: Transaction, event: TransactionEvent): boolean {
  const { amount } = event;
  const executed = transaction.kind === 'OFF_RAMP' && transaction.executedAtMs !== undefined;
  if (edge.guard === undefined) return true;
  switch (edge.guard) {
    case 'EXECUTED':
      return executed;
    case 'NOT_YET_EXECUTED':
      return !executed;
    case 'NOT_YET_RETURNED':
      return transaction.payoutReturn === undefined;
    case 'REFUND_HELD': {
      const { held, deposits } = fundsRefundedBy(transaction, event);
      return held !== undefined || deposits.length > 0;
    }
    case 'NOT_HELD':
      return transaction.hold === undefined;
    case 'HELD':
      return transaction.hold !== undefined;
    case 'INFORMATION_REQUESTED':
      return transaction.hold?.deadlineMs !== undefined;
    case 'NO_INFORMATION_REQUESTED':
      return transaction.hold?.deadlineMs === undefined;
    case 'DEPOSIT_COVERED':
      return otherChain(transaction, event) === undefined && fundingBy(transaction, amount) !== undefined;
  }
}

/**
 * Returns the blockchain of an off-ramp's deposit if it differs from the transaction's blockchain, otherwise `undefined`. A
 * deposit on another blockchain does not fund the transaction.
 */
function otherChain(transaction: Transaction, { blockchain }: Pick<TransactionEvent, 'blockchain'>) {
  return transaction.kind === 'OFF_RAMP' && blockchain !== transaction.blockchain ? blockchain : undefined;
}

function applyEdge<T extends Transaction>(transaction: T, edge: Edge, event: TransactionEvent): T {
  const { atMs, reason } = event;
  const arrived = edge.to !== edge.from;
  const end = arrived ? statusFacts[edge.to].end : undefined;
  return {
    ...transaction,
    status: edge.to,
    version: transaction.version + 1,
    sequence: transaction.sequence + (edge.event === null ? 0 : 1),
    updatedAtMs: atMs,
    completedAtMs: end === 'PAID' ? atMs : transaction.completedAtMs,
    cancellationReason:
      end === 'UNPAID' ? cancellationReasonFor(transaction.kind, edge.on, reason) : transaction.cancellationReason,
    payoutReturn: edge.on === 'PAYOUT_RETURNED' ? toPayoutReturn(transaction, atMs, reason) : transaction.payoutReturn,
    hold: holdAfter(edge, transaction, event),
    refundHeld: refundHeldAfter(edge, transaction, event),
    surplusDeposits: surplusDepositsAfter(edge, transaction, event),
    ...(edge.postingRule === 'DEPOSIT' && shortfallBy(transaction, event.amount)),
  };
}

/** Returns the hold after an edge. A change of status removes the hold. */
function holdAfter({ on, from, to }: Edge, { hold }: Transaction, event: TransactionEvent): Hold | undefined {
  const { holdCause = { reason: 'COMPLIANCE_REVIEW', requestedInformation: [] }, atMs } = event;
  if (on === 'HOLD_PLACED') return newHold(holdCause, atMs, hold);
  if (on === 'INFORMATION_GIVEN') return hold && informedHold(hold);
  return on === 'HOLD_RELEASED' || from !== to ? undefined : hold;
}

function toPayoutReturn(transaction: Transaction, atMs: number, reason = 'RETURNED_BY_BANK'): PayoutReturn | undefined {
  if (transaction.kind === 'ON_RAMP') return undefined;
  return { amount: transaction.kind === 'OFF_RAMP' ? transaction.fiatAmount : transaction.targetAmount, reason, atMs };
}

function refundHeldAfter({ postingRule }: Edge, transaction: Transaction, paid: PaidRefund): Money | undefined {
  if (postingRule === 'REFUND_SOURCE') return paidInAmount(transaction);
  if (postingRule === 'REFUND_CONVERTED') return convertedRefund(transaction);
  if (postingRule === 'PAYOUT_RETURN') return returnedPayout(transaction);
  const isPaidBack = postingRule === 'REFUND_PAYMENT' && fundsRefundedBy(transaction, paid).held !== undefined;
  return isPaidBack ? undefined : transaction.refundHeld;
}

/**
 * Marks earlier unexpected deposits as returned or used, and appends a new unexpected deposit. A used deposit has funded the
 * transaction together with a later deposit.
 */
function surplusDepositsAfter(
  { postingRule }: Edge,
  transaction: Transaction,
  event: Pick<TransactionEvent, 'atMs' | 'amount' | 'blockchain' | 'refundId'>,
): readonly SurplusDeposit[] {
  const { atMs, amount } = event;
  const { surplusDeposits } = transaction;
  if (postingRule === 'REFUND_PAYMENT') {
    const { deposits } = fundsRefundedBy(transaction, event);
    return surplusDeposits.map((one) => (deposits.includes(one) ? { ...one, returnedAtMs: atMs } : one));
  }
  const used = postingRule === 'DEPOSIT' ? keptDeposits(transaction) : [];
  const known = surplusDeposits.map((one) => (used.includes(one) ? { ...one, usedAtMs: atMs } : one));
  const surplus = surplusFor(postingRule, transaction, amount);
  if (surplus === undefined) return known;
  const blockchain = otherChain(transaction, event);
  return [...known, { amount: surplus, atMs, returnedAtMs: undefined, ...(blockchain && { blockchain }) }];
}

/** Returns the transaction hash after an event, and `executedAtMs` after an execute call. */
function chainFields(transaction: Transaction, event: TransactionEvent) {
  const { trigger, atMs, transactionHash: named } = event;
  if (transaction.kind === 'CROSS_RAMP' || otherChain(transaction, event) !== undefined) return {};
  // Ignore a hash that is malformed for its blockchain.
  const isHash = named !== undefined && isTransactionHash(transaction.blockchain, named);
  const transactionHash = isHash ? named : undefined;
  if (transaction.kind === 'ON_RAMP') {
    if (trigger !== 'PAYOUT_COMPLETED') return {};
    return { transactionHash: transactionHash ?? transaction.transactionHash };
  }
  if (trigger === 'DEPOSIT_RECEIVED') return { transactionHash: transaction.transactionHash ?? transactionHash };
  if (trigger !== 'EXECUTE') return {};
  return {
    executedAtMs: transaction.executedAtMs ?? atMs,
    transactionHash: transactionHash ?? transaction.transactionHash,
  };
}

/** Returns the changed rail of the deposit or of the payout after an event. */
function railFields(next: Transaction, { on, postingRule }: Edge, { rail, proof, atMs }: TransactionEvent) {
  // An execute call may add the hash of a deposit that has already arrived.
  const isDeposit = postingRule === 'DEPOSIT' || (on === 'EXECUTE' && next.status === 'CRYPTO_RECEIVED');
  if (!isDeposit && on !== 'PAYOUT_SUBMITTED' && on !== 'PAYOUT_COMPLETED') return {};
  const isByBank = next.kind === 'CROSS_RAMP' || isDeposit === (next.kind === 'ON_RAMP');
  const { currency } = isDeposit ? sourceAmount(next) : payoutAmount(next);
  const read = isByBank ? rail && readRail(rail, { currency, atMs }) : chainRail(next, atMs);
  // The first reported rail remains; later reports with another rail are ignored.
  const kept = (isDeposit ? next.depositRail : next.payoutRail) ?? read;
  if (kept === undefined) return {};
  if (isDeposit) return { depositRail: withFirstProof(kept, proof) };
  return { payoutRail: on === 'PAYOUT_COMPLETED' ? withFirstProof(kept, proof) : kept };
}

/** Returns the blockchain rail of a token transfer; `undefined` until the hash is known. */
function chainRail(transaction: Transaction, atMs: number): RailReference | undefined {
  const reference = transaction.kind === 'CROSS_RAMP' ? undefined : transaction.transactionHash;
  return reference === undefined ? undefined : { type: 'CHAIN', reference, atMs };
}

/** Returns the off-ramp with the new deposit hash of a repeated execute call; `undefined` if the hash is already stored. */
export function withTransactionHash(transaction: OffRamp, transactionHash: string, atMs: number): OffRamp | undefined {
  if (transaction.transactionHash === transactionHash) return undefined;
  const updatedAtMs = Math.max(atMs, transaction.updatedAtMs);
  return { ...transaction, transactionHash, version: transaction.version + 1, updatedAtMs };
}

/**
 * Returns the result of the payout account's penny test after a transition. A submitted payout alone does not verify the account
 * (contract, Providers).
 */
export function accountTestResult({ from, on }: Edge, testPassed: boolean): 'PASSED' | 'FAILED' | undefined {
  if (from !== 'READY_BANK_TRANSFER') return undefined;
  if (on === 'NAME_CHECK_FAILED') return 'FAILED';
  return testPassed && on === 'PAYOUT_SUBMITTED' ? 'PASSED' : undefined;
}

/** Sets `isVerified` of the payout account: true after a passed penny test, false after a failed penny test. */
function payoutAccountAfter(transaction: Transaction, outcome: Transition['accountTest']) {
  if (outcome === undefined || transaction.kind === 'ON_RAMP') return {};
  const isVerified = outcome === 'PASSED';
  return transaction.kind === 'OFF_RAMP'
    ? { bankAccount: { ...transaction.bankAccount, isVerified } }
    : { targetBankAccount: { ...transaction.targetBankAccount, isVerified } };
}

/**
 * Returns the state of a transaction at a given time. If the deadline has passed, the result already contains the transition of
 * the deadline, even if this transition is not stored yet. The write that stores it later produces the same result.
 */
export function effectiveAt(transaction: Transaction, nowMs: number): Transaction {
  const { deadlineMs } = transaction;
  if (deadlineMs === undefined || deadlineMs > nowMs) return transaction;
  return deadlineTriggers(transaction).reduce(
    (current, trigger) => apply(current, { trigger, atMs: deadlineMs })?.next ?? current,
    transaction,
  );
}
