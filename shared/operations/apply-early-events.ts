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
import { fitsAmount, mayComeLater } from '#shared/domain/transactions/provider-reports';
import type { Transaction } from '#shared/domain/transactions/transaction';
import { consequencesOf } from '#shared/operations/transition-consequences';

/** Rounds of one call: each applies an event, drops some, or loses a race. */
const ROUNDS = 40;
/** When what still waits is looked at again, should nothing happen to the transaction. */
const AGAIN_MS = 3_600_000;

/**
 * Applies what was reported too early and can be applied now, in the order in which it happened; each is a write
 * of its own. What can never be applied any more is dropped and recorded as refused.
 *
 * @returns the transaction as it stands then; `undefined` when there is none
 * @throws Error when it keeps changing
 */
export async function applyEarlyEvents(
  transactionId: string,
  atMs: number,
): Promise<Transaction | undefined> {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const [stored, kept] = await readItems([transactionKey(transactionId), earlyEventsKey(transactionId)]);
    if (stored === undefined) return undefined;
    const transaction = decodeTransaction(stored);
    const early = decodeEarlyEvents(kept);
    const writes = await nextWrites(transaction, early, atMs);
    if (writes === undefined) return transaction;
    await writeIfConditionsHold(writes);
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

async function nextWrites(
  transaction: Transaction,
  early: EarlyEvents,
  atMs: number,
): Promise<WriteAction[] | undefined> {
  for (const event of early.events) {
    const { trigger, reason, transactionHash } = event;
    const amount = event.amount && decodeMoney(event.amount);
    // Whether its time has come is not decided by its amount.
    if (applyOccurrence(transaction, { trigger, reason, atMs }) === undefined) continue;
    const transition = applyOccurrence(transaction, { trigger, reason, transactionHash, atMs, amount });
    if (transition !== undefined && (amount === undefined || fitsAmount(transaction, trigger, amount)))
      return applied(transaction, early, { event, transition, atMs });
    return [settled(transaction, event, 'REFUSED', atMs), stillKept(transaction, early, [event], atMs)];
  }
  const hopeless = early.events.filter(({ trigger }) => !mayComeLater(transaction, trigger));
  if (hopeless.length === 0) return undefined;
  return [
    ...hopeless.map((event) => settled(transaction, event, 'REFUSED', atMs)),
    stillKept(transaction, early, hopeless, atMs),
  ];
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
