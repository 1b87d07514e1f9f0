import { verificationWrites } from '#shared/data/bank-accounts';
import { decodeBankAccount } from '#shared/data/items/bank-account';
import { decodeTransaction } from '#shared/data/items/transaction';
import { decodeUser } from '#shared/data/items/user';
import {
  bankAccountKey,
  providerEventKey,
  transactionKey,
  userKey,
  webhookSettingsKey,
} from '#shared/data/keys';
import { notificationWrites } from '#shared/data/notifications';
import { ConditionsFailed, readItem, readItems, type WriteAction, writeAtomically } from '#shared/data/table';
import { type ProviderEventRecord, recordProviderEvent, transitionWrites } from '#shared/data/transactions';
import { delivers } from '#shared/data/webhook-settings';
import { transactionPayload } from '#shared/domain/notifications/notification';
import {
  applyOccurrence,
  type Occurrence,
  overdueOccurrence,
  overdueTriggers,
  type Transition,
} from '#shared/domain/transactions/apply';
import type { Transaction } from '#shared/domain/transactions/transaction';

/** Something that is reported of a transaction. The same `eventId` of a provider is applied once, however often it comes. */
export interface ProviderEvent extends Occurrence {
  /** Who reports it: a provider, the sandbox, the partner, or the clock. */
  readonly provider: string;
  readonly eventId: string;
  readonly transactionId: string;
}

export type Verdict = 'applied' | 'refused';

export interface EventResult {
  readonly verdict: Verdict | 'repeated';
  /** The transaction after the event. */
  readonly transaction: Transaction;
}

/** What else belongs to the write of an event, given its verdict and the transaction after it. */
export type Alongside = (verdict: Verdict, transaction: Transaction) => WriteAction[];

/** Rounds in which an event meets other changes of the same transaction. */
const ROUNDS = 6;

/**
 * Runs an event through the state machine. Everything that follows from it, `alongside` included, is one
 * write. An event that the transaction has no edge for changes nothing and is recorded as refused. Where a
 * deadline has passed unnoticed, its passing is written down first.
 *
 * @throws Error when the transaction does not exist, or keeps changing
 */
export async function applyProviderEvent(
  event: ProviderEvent,
  alongside: Alongside = () => [],
): Promise<EventResult> {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const [stored, earlier] = await readItems([
      transactionKey(event.transactionId),
      providerEventKey(event.transactionId, event.provider, event.eventId),
    ]);
    if (stored === undefined) throw new Error('An event of a transaction that does not exist');
    const transaction = decodeTransaction(stored);
    if (earlier !== undefined) return { verdict: 'repeated', transaction };
    const overdue = overdueEvent(transaction, event.atMs);
    if (overdue !== undefined && event.provider !== 'clock') {
      await applyProviderEvent(overdue);
      continue;
    }
    const result = await tryEvent(transaction, event, alongside);
    if (result !== undefined) return result;
  }
  throw new Error('A transaction changes faster than its events can be applied');
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

/** One try: `undefined` when another change came in between. */
async function tryEvent(
  transaction: Transaction,
  event: ProviderEvent,
  alongside: Alongside,
): Promise<EventResult | undefined> {
  const transition = applyOccurrence(transaction, event);
  const verdict = transition === undefined ? 'refused' : 'applied';
  const after = transition?.next ?? transaction;
  const consequences = transition === undefined ? [] : await consequencesOf(transaction, transition, event);
  try {
    await writeAtomically([
      ...consequences,
      recordProviderEvent(recordOf(event, transaction, verdict)),
      ...alongside(verdict, after),
    ]);
    return { verdict, transaction: after };
  } catch (error) {
    if (error instanceof ConditionsFailed) return undefined;
    throw error;
  }
}

async function consequencesOf(
  transaction: Transaction,
  transition: Transition,
  event: ProviderEvent,
): Promise<WriteAction[]> {
  const { edge, next } = transition;
  const writes = [
    ...transitionWrites(transaction, transition, `${event.provider}:${event.eventId}`),
    ...(await pennyTest(next, transition, event.atMs)),
  ];
  if (edge.event === null) return writes;
  const [user, settings] = await readItems([userKey(next.userId), webhookSettingsKey(next.partnerId)]);
  return [
    ...writes,
    ...notificationWrites({
      subject: { kind: 'TX', id: next.id },
      sequence: next.sequence,
      partnerId: next.partnerId,
      event: edge.event,
      payload: transactionPayload(edge.event, next, decodeUser(user)),
      deliver: delivers(settings),
      atMs: next.updatedAtMs,
    }),
  ];
}

/** Where a payout passes or fails the name check, the account that is paid passes or fails its penny test with it. */
async function pennyTest(
  transaction: Transaction,
  { edge }: Transition,
  atMs: number,
): Promise<WriteAction[]> {
  if (
    transaction.kind === 'ON_RAMP' ||
    transaction.bankAccountId === undefined ||
    edge.from !== 'READY_BANK_TRANSFER'
  )
    return [];
  if (edge.on === 'PAYOUT_FAILED') return [];
  const raw = await readItem(bankAccountKey(transaction.bankAccountId));
  const record = raw === undefined ? undefined : decodeBankAccount(raw);
  if (record === undefined) return [];
  return verificationWrites(record, edge.on === 'NAME_CHECK_FAILED' ? 'FAILED' : 'VERIFIED', atMs);
}

function recordOf(event: ProviderEvent, transaction: Transaction, verdict: Verdict): ProviderEventRecord {
  return {
    transactionId: event.transactionId,
    provider: event.provider,
    eventId: event.eventId,
    trigger: event.trigger,
    outcome: verdict === 'applied' ? 'APPLIED' : 'REFUSED',
    status: transaction.status,
    atMs: event.atMs,
  };
}
