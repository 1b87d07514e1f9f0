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

/** An event of a transaction, as reported. */
export interface TransactionEvent {
  readonly trigger: Trigger;
  /** Epoch ms, by the clock of its reporter. */
  readonly atMs: number;
  /** Time of the event by its reporter's clock, epoch ms, if reported. @default `atMs` */
  readonly reportedAtMs?: number | undefined;
  /** Why, for cancellations, failures and returns, in the words of its reporter. */
  readonly reason?: string | undefined;
  /** The reported amount; the transaction's own amount if none is reported. */
  readonly amount?: Money | undefined;
  /** True if the payout account has passed its test; no provider reports it with a payout. */
  readonly testPassed?: boolean | undefined;
  /** The order that a refund carries out. @default none: the refund is found by its amount */
  readonly refundId?: string | undefined;
  /** Rail of the transfer. One that its currency does not take, or that is malformed, is ignored. */
  readonly rail?: NamedRail | undefined;
  /** The proof with which a transfer by SPEI begins. @default none */
  readonly proof?: RailProof | undefined;
  /** Cause of a hold that is placed. @default a review by the platform */
  readonly holdCause?: HoldCause | undefined;
  /** The bank's response about the holder of the account that is paid. Only its account keeps it. */
  readonly payee?: PayeeMatch | undefined;
  /** The chain that a deposit of tokens arrived on. @default the transaction's */
  readonly blockchain?: Blockchain | undefined;
  /** Hash of the chain transaction that an execute call names, or that a custodian reports. */
  readonly transactionHash?: string | undefined;
}

/** One applied edge: the transaction after it, the writes and the events. */
export interface Transition {
  readonly next: Transaction;
  readonly edge: Edge;
  readonly entries: readonly LedgerEntry[];
  /** Why, in the words of its reporter. */
  readonly reason?: string | undefined;
  /** The result of the test of the account that is paid, where it was reported. */
  readonly accountTest: 'PASSED' | 'FAILED' | undefined;
  /** The bank's response, if it was reported. */
  readonly payee?: PayeeMatch | undefined;
  /** Time of that test, epoch ms: by its reporter, and never after its arrival. */
  readonly checkedAtMs: number;
}

/**
 * Applies an event. Pure: nothing is stored here. A transition never comes before the one that it follows: where
 * the clocks of two machines differ, it has the time of that one.
 *
 * @returns `undefined` when the transaction, as it stands, has no such edge
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

/** Returns true if a transaction in its present status could take this trigger now. */
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

/** The chain of a deposit, if it is not the transaction's: a deposit there does not fund it. */
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

/** The hold after an edge: none outlives the status that it was placed in. */
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

/** Marks deposits that were returned, or that a later one made up to the amount, with their time, and appends a new one. */
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

/** Returns the fields of the tokens' transfer on the chain, as an event changes them. */
function chainFields(transaction: Transaction, event: TransactionEvent) {
  const { trigger, atMs, transactionHash: named } = event;
  if (transaction.kind === 'CROSS_RAMP' || otherChain(transaction, event) !== undefined) return {};
  // A hash that does not have the form of its chain is ignored, from any reporter.
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

/** Returns the rails of the deposit and the payout, as an event changes them. */
function railFields(next: Transaction, { on, postingRule }: Edge, { rail, proof, atMs }: TransactionEvent) {
  // An execute call may name the transfer of a deposit that came before it.
  const isDeposit = postingRule === 'DEPOSIT' || (on === 'EXECUTE' && next.status === 'CRYPTO_RECEIVED');
  if (!isDeposit && on !== 'PAYOUT_SUBMITTED' && on !== 'PAYOUT_COMPLETED') return {};
  const isByBank = next.kind === 'CROSS_RAMP' || isDeposit === (next.kind === 'ON_RAMP');
  const { currency } = isDeposit ? sourceAmount(next) : payoutAmount(next);
  const read = isByBank ? rail && readRail(rail, { currency, atMs }) : chainRail(next, atMs);
  // The first report counts: a later one that names another is no news of this transfer.
  const kept = (isDeposit ? next.depositRail : next.payoutRail) ?? read;
  if (kept === undefined) return {};
  if (isDeposit) return { depositRail: withFirstProof(kept, proof) };
  return { payoutRail: on === 'PAYOUT_COMPLETED' ? withFirstProof(kept, proof) : kept };
}

/** The rail of tokens on their chain, once their transfer is known. */
function chainRail(transaction: Transaction, atMs: number): RailReference | undefined {
  const reference = transaction.kind === 'CROSS_RAMP' ? undefined : transaction.transactionHash;
  return reference === undefined ? undefined : { type: 'CHAIN', reference, atMs };
}

/**
 * The off-ramp with another hash of its deposit, as a repeated execute call names it: a new version, and no step.
 *
 * @returns `undefined` if that is the stored hash
 */
export function withTransactionHash(transaction: OffRamp, transactionHash: string, atMs: number): OffRamp | undefined {
  if (transaction.transactionHash === transactionHash) return undefined;
  const updatedAtMs = Math.max(atMs, transaction.updatedAtMs);
  return { ...transaction, transactionHash, version: transaction.version + 1, updatedAtMs };
}

/**
 * Returns the result of the payout account's test that a transition stands for. Only a passed test verifies an account
 * (contract, Providers): a submitted payout does not. A refused name is a failed test.
 *
 * @param testPassed whether the reporter knows that the account has passed
 */
export function accountTestResult({ from, on }: Edge, testPassed: boolean): 'PASSED' | 'FAILED' | undefined {
  if (from !== 'READY_BANK_TRANSFER') return undefined;
  if (on === 'NAME_CHECK_FAILED') return 'FAILED';
  return testPassed && on === 'PAYOUT_SUBMITTED' ? 'PASSED' : undefined;
}

/** A passed test verifies the account that is paid; a failed one does not. */
function payoutAccountAfter(transaction: Transaction, outcome: Transition['accountTest']) {
  if (outcome === undefined || transaction.kind === 'ON_RAMP') return {};
  const isVerified = outcome === 'PASSED';
  return transaction.kind === 'OFF_RAMP'
    ? { bankAccount: { ...transaction.bankAccount, isVerified } }
    : { targetBankAccount: { ...transaction.targetBankAccount, isVerified } };
}

/**
 * The transaction as it stands at an instant: one whose deadline has passed has ended at its deadline, whether
 * or not that has been written yet. The write, when it comes, does the same.
 */
export function effectiveAt(transaction: Transaction, nowMs: number): Transaction {
  const { deadlineMs } = transaction;
  if (deadlineMs === undefined || deadlineMs > nowMs) return transaction;
  return deadlineTriggers(transaction).reduce(
    (current, trigger) => apply(current, { trigger, atMs: deadlineMs })?.next ?? current,
    transaction,
  );
}
