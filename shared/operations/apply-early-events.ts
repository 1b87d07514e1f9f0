import {
  decodeEarlyEvents,
  type EarlyEvent,
  type EarlyEvents,
  storeEarlyEvents,
} from '#shared/data/early-events';
import { decodeMoney } from '#shared/data/items/money';
import { decodeTransaction } from '#shared/data/items/transaction';
import { earlyEventsKey, transactionKey } from '#shared/data/keys';
import { readItems, type WriteAction, writeIfConditionsHold } from '#shared/data/table';
import { type EventOutcome, settleEarlyRecord } from '#shared/data/transactions';
import { applyOccurrence, type Transition } from '#shared/domain/transactions/apply';
import { fitsAmount, keptTooLong, mayComeLater } from '#shared/domain/transactions/provider-reports';
import type { Transaction } from '#shared/domain/transactions/transaction';
import { logWarning } from '#shared/observability/log';
import { metric } from '#shared/observability/metric';
import { consequencesOf } from '#shared/operations/transition-consequences';

/** Rounds of one call: each applies an event, drops some, or loses a race. */
const ROUNDS = 40;
/** When what still waits is looked at again, should nothing happen to the transaction. */
const AGAIN_MS = 3_600_000;

/**
 * Applies what was reported too early and can be applied now, in the order in which it happened; each is a write
 * of its own. What can never be applied any more is dropped, recorded as refused, and rings as any refused report does.
 *
 * @returns the transaction as it stands then; `undefined` when there is none
 * @throws Error when it keeps changing
 */
export async function applyEarlyEvents(
  transactionId: string,
  atMs: number,
): Promise<Transaction | undefined> {
  for (let count = 1; count <= ROUNDS; count += 1) {
    const [stored, kept] = await readItems([transactionKey(transactionId), earlyEventsKey(transactionId)]);
    if (stored === undefined) return undefined;
    const transaction = decodeTransaction(stored);
    const early = decodeEarlyEvents(kept);
    const round = await nextRound(transaction, early, atMs);
    if (round === undefined) return transaction;
    if (await writeIfConditionsHold(round.writes))
      for (const event of round.refused) ring(transaction, event);
  }
  throw new Error('A transaction changes faster than its early events can be applied');
}

/** Puts off the next look at what still waits. */
export async function lookAgainLater(transactionId: string, atMs: number): Promise<void> {
  const [stored, kept] = await readItems([transactionKey(transactionId), earlyEventsKey(transactionId)]);
  const early = decodeEarlyEvents(kept);
  if (stored === undefined || early.events.length === 0) return;
  // Where this loses, another run has looked.
  await writeIfConditionsHold([
    storeEarlyEvents(decodeTransaction(stored), early, { events: early.events, dueAtMs: atMs + AGAIN_MS }),
  ]);
}

/** What one round writes, and what it refuses. */
interface Round {
  readonly writes: readonly WriteAction[];
  readonly refused: readonly EarlyEvent[];
}

async function nextRound(
  transaction: Transaction,
  early: EarlyEvents,
  atMs: number,
): Promise<Round | undefined> {
  const outdated = early.events.filter(({ trigger, keptAtMs, reportedAtMs }) =>
    keptTooLong(trigger, keptAtMs ?? reportedAtMs, atMs),
  );
  if (outdated.length > 0) return refusal(transaction, early, outdated, atMs);
  for (const event of early.events) {
    const { trigger, reason, transactionHash } = event;
    const amount = amountOf(event);
    // Whether its time has come is not decided by its amount, but for a refund, which pays back just what is held.
    const timely = { trigger, reason, atMs, amount: trigger === 'REFUND_PAID' ? amount : undefined };
    if (applyOccurrence(transaction, timely) === undefined) continue;
    const transition = applyOccurrence(transaction, { trigger, reason, transactionHash, atMs, amount });
    if (transition !== undefined && (amount === undefined || fitsAmount(transaction, trigger, amount)))
      return { writes: await applied(transaction, early, { event, transition, atMs }), refused: [] };
    return refusal(transaction, early, [event], atMs);
  }
  const hopeless = early.events.filter(
    (event) => !mayComeLater(transaction, { trigger: event.trigger, amount: amountOf(event) }),
  );
  return hopeless.length === 0 ? undefined : refusal(transaction, early, hopeless, atMs);
}

function amountOf({ amount }: EarlyEvent) {
  return amount && decodeMoney(amount);
}

function refusal(
  transaction: Transaction,
  early: EarlyEvents,
  refused: readonly EarlyEvent[],
  atMs: number,
): Round {
  const writes = [
    ...refused.map((event) => settled(transaction, event, 'REFUSED', atMs)),
    stillKept(transaction, early, refused, atMs),
  ];
  return { writes, refused };
}

function ring({ id: transactionId }: Transaction, { provider, trigger }: EarlyEvent): void {
  metric('providerEventRefused', 1);
  logWarning('A report of a provider was refused', { provider, transactionId, event: trigger });
}

async function applied(
  transaction: Transaction,
  early: EarlyEvents,
  { event, transition, atMs }: { event: EarlyEvent; transition: Transition; atMs: number },
): Promise<WriteAction[]> {
  return [
    ...(await consequencesOf(transaction, transition, `${event.provider}:${event.eventId}`)),
    settled(transaction, event, 'APPLIED', atMs),
    stillKept(transaction, early, [event], atMs),
  ];
}

function settled(
  { id, status }: Transaction,
  { provider, eventId, trigger }: EarlyEvent,
  outcome: EventOutcome,
  atMs: number,
): WriteAction {
  return settleEarlyRecord({ transactionId: id, provider, eventId, trigger, outcome, status, atMs });
}

function stillKept(
  transaction: Transaction,
  early: EarlyEvents,
  gone: readonly EarlyEvent[],
  atMs: number,
): WriteAction {
  const events = early.events.filter((event) => !gone.includes(event));
  const dueAtMs = events.length === 0 ? undefined : atMs + AGAIN_MS;
  return storeEarlyEvents(transaction, early, { events, dueAtMs });
}
