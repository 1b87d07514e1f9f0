import {
  decodeEarlyEvents,
  type EarlyEvents,
  MOST_EARLY,
  storeEarlyEvents,
  transactionUnchanged,
} from '#shared/data/early-events';
import { encodeMoney } from '#shared/data/items/money';
import { decodeTransaction } from '#shared/data/items/transaction';
import { earlyEventsKey, providerEventKey, transactionKey } from '#shared/data/keys';
import { ConditionsFailed, readItems, type WriteAction, writeAtomically } from '#shared/data/table';
import { type EventOutcome, type ProviderEventRecord, recordProviderEvent } from '#shared/data/transactions';
import {
  applyOccurrence,
  type Occurrence,
  overdueOccurrence,
  overdueTriggers,
} from '#shared/domain/transactions/apply';
import { mayComeLater } from '#shared/domain/transactions/provider-reports';
import type { Transaction } from '#shared/domain/transactions/transaction';
import { crashPoint } from '#shared/observability/crash-point';
import { applyEarlyEvents } from '#shared/operations/apply-early-events';
import { inRounds } from '#shared/operations/rounds';
import { consequencesOf } from '#shared/operations/transition-consequences';

/** Something that is reported of a transaction. The same `eventId` of a provider is applied once, however often it comes. */
export interface ProviderEvent extends Occurrence {
  /** Who reports it: a provider, the sandbox, the partner, or the clock. */
  readonly provider: string;
  readonly eventId: string;
  readonly transactionId: string;
  /** When it happened by its reporter's clock, epoch ms. Such an event is kept where it comes too early. */
  readonly reportedAtMs?: number | undefined;
  /** The version of the transaction that it follows from: at another one nothing is written. @default any */
  readonly atVersion?: number | undefined;
  /** Why it cannot be this transaction's, whatever its status. */
  readonly fault?: string | undefined;
}

export type Verdict = 'applied' | 'refused' | 'early';

export interface EventResult {
  readonly verdict: Verdict | 'repeated';
  /** The transaction after the event. */
  readonly transaction: Transaction;
}

/**
 * What else belongs to the write of an event, given its verdict and the transaction after it. It is asked in each
 * attempt, so that what it reads is as new as the transaction.
 */
export type Alongside = (
  verdict: Verdict,
  transaction: Transaction,
) => readonly WriteAction[] | Promise<readonly WriteAction[]>;

/** When the redrive looks at an event that came too early: what it waited for may have come at the same moment. */
const EARLY_CHECK_MS = 60_000;

/**
 * Runs an event through the state machine. Everything that follows from it, `alongside` included, is one
 * write. An event that the transaction has no edge for changes nothing and is recorded: as refused, or, where it
 * overtook others, as early, and is applied after them. Where a deadline has passed unnoticed, its passing is
 * written down first.
 *
 * @throws Error when the transaction does not exist; WriteContention when it keeps changing
 */
export function applyProviderEvent(
  event: ProviderEvent,
  alongside: Alongside = () => [],
): Promise<EventResult> {
  return inRounds(() => attemptProviderEvent(event, alongside));
}

/**
 * One attempt of the same, for callers whose event follows from more than the transaction: they read all of it
 * again before the next attempt.
 *
 * @returns `undefined` when another change came in between, or before `atVersion`; nothing was written then
 * @throws Error when the transaction does not exist
 */
export async function attemptProviderEvent(
  event: ProviderEvent,
  alongside: Alongside = () => [],
): Promise<EventResult | undefined> {
  const [stored, earlier, kept] = await readItems([
    transactionKey(event.transactionId),
    providerEventKey(event.transactionId, event.provider, event.eventId),
    earlyEventsKey(event.transactionId),
  ]);
  if (stored === undefined) throw new Error('An event of a transaction that does not exist');
  const transaction = decodeTransaction(stored);
  if (earlier !== undefined) return { verdict: 'repeated', transaction };
  const overdue = overdueEvent(transaction, event.atMs);
  if (overdue !== undefined && event.provider !== 'clock') {
    await applyProviderEvent(overdue);
    return attemptProviderEvent(event, alongside);
  }
  if (event.atVersion !== undefined && event.atVersion !== transaction.version) return undefined;
  const early = decodeEarlyEvents(kept);
  const result = await tryEvent({ transaction, early }, event, alongside);
  if (result?.verdict !== 'applied' || early.events.length === 0) return result;
  const after = await applyEarlyEvents(event.transactionId, event.atMs);
  return { ...result, transaction: after ?? result.transaction };
}

/** Writes down that a transaction's deadline has passed, if it has. Returns the transaction as it stands then. */
export async function endOverdue(transaction: Transaction, nowMs: number): Promise<Transaction> {
  let current = transaction;
  for (let event = overdueEvent(current, nowMs); event !== undefined; event = overdueEvent(current, nowMs)) {
    const { transaction: after } = await applyProviderEvent(event);
    if (after.version === current.version) return after;
    current = after;
  }
  return current;
}

/** The event that the clock reports of a passed deadline. It happened at the deadline, whenever it is noticed. */
function overdueEvent(transaction: Transaction, nowMs: number): ProviderEvent | undefined {
  const { deadlineMs, id, version } = transaction;
  if (deadlineMs === undefined || deadlineMs > nowMs) return undefined;
  const [trigger] = overdueTriggers(transaction);
  if (trigger === undefined) return undefined;
  return {
    ...overdueOccurrence(trigger),
    provider: 'clock',
    eventId: `deadline-${version}`,
    transactionId: id,
    atMs: deadlineMs,
  };
}

interface Found {
  readonly transaction: Transaction;
  readonly early: EarlyEvents;
}

/** The write of one attempt: `undefined` when another change came in between. */
async function tryEvent(
  found: Found,
  event: ProviderEvent,
  alongside: Alongside,
): Promise<EventResult | undefined> {
  const { transaction } = found;
  const transition = event.fault === undefined ? applyOccurrence(transaction, event) : undefined;
  const verdict = transition === undefined ? verdictOn(found, event) : 'applied';
  const after = transition?.next ?? transaction;
  const consequences =
    transition === undefined
      ? []
      : await consequencesOf(transaction, transition, `${event.provider}:${event.eventId}`);
  try {
    crashPoint('step.beforeTx');
    await writeAtomically([
      ...consequences,
      recordProviderEvent(recordOf(event, transaction, verdict)),
      ...(verdict === 'early' ? keeping(found, event) : []),
      ...(await alongside(verdict, after)),
    ]);
    crashPoint('step.afterTx');
    return { verdict, transaction: after };
  } catch (error) {
    if (error instanceof ConditionsFailed) return undefined;
    throw error;
  }
}

/** What becomes of an event that cannot be applied. */
function verdictOn({ transaction, early }: Found, event: ProviderEvent): 'refused' | 'early' {
  const waits =
    event.reportedAtMs !== undefined && event.fault === undefined && early.events.length < MOST_EARLY;
  return waits && mayComeLater(transaction, event) ? 'early' : 'refused';
}

function keeping({ transaction, early }: Found, event: ProviderEvent): WriteAction[] {
  const { provider, eventId, trigger, reason, transactionHash, atMs, reportedAtMs = atMs } = event;
  const amount = event.amount === undefined ? undefined : encodeMoney(event.amount);
  const kept = { provider, eventId, trigger, reason, transactionHash, reportedAtMs, keptAtMs: atMs, amount };
  const events = [...early.events, kept];
  return [
    transactionUnchanged(transaction),
    storeEarlyEvents(transaction, early, { events, dueAtMs: atMs + EARLY_CHECK_MS }),
  ];
}

const outcomes: Readonly<Record<Verdict, EventOutcome>> = {
  applied: 'APPLIED',
  refused: 'REFUSED',
  early: 'EARLY',
};

function recordOf(event: ProviderEvent, transaction: Transaction, verdict: Verdict): ProviderEventRecord {
  return {
    transactionId: event.transactionId,
    provider: event.provider,
    eventId: event.eventId,
    trigger: event.trigger,
    outcome: outcomes[verdict],
    status: transaction.status,
    atMs: event.atMs,
    fault: event.fault,
  };
}
