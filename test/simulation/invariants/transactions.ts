/** Checks that transactions follow the state machine, send each of their events, and have balanced ledger entries. */
import * as z from 'zod/mini';
import type { StoredRecord } from '#shared/dynamodb/table';
import { type Edge, stateMachines } from '#shared/transactions/domain/status-facts';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { decodeTransaction } from '#shared/transactions/item';
import { decimalUnits, type Evidence, groupBy, inOrder, ledgerEntry, ofEntity, readSteps, type Step } from './evidence';

/** Maximum time in ms between the deadline of a transaction and the next change of its status. It is time for ten redrives. */
const LATE_MS = 600_000;

export function transactionViolations({ items, nowMs }: Evidence): string[] {
  const stepsOf = readSteps(items);
  const events = groupBy(ofEntity(items, 'NTF'), ({ PK }) => String(PK));
  const journal = groupBy(ofEntity(items, 'JOURNAL'), ({ transactionId }) => `TX#${transactionId}`);
  return ofEntity(items, 'TX').flatMap((item) => {
    const transaction = decodeTransaction(item);
    const key = String(item.PK);
    const own = stepsOf(item);
    const named = inOrder(events.get(key) ?? []).map(({ event }) => String(event));
    const found = [
      ...pathViolations(transaction, own),
      ...eventViolations(transaction, own, named),
      ...holdViolations(transaction, own),
      ...ledgerViolations(own, journal.get(key) ?? []),
      ...(transaction.deadlineMs !== undefined && transaction.deadlineMs + LATE_MS < nowMs
        ? [`its deadline passed and it is still ${transaction.status}`]
        : []),
    ];
    return found.map((violation) => `transaction ${transaction.id}: ${violation}`);
  });
}

function edgeOf({ kind }: Transaction, { from, to, trigger }: Step): Edge | undefined {
  return stateMachines[kind].edges.find((edge) => edge.from === from && edge.to === to && edge.on === trigger);
}

function pathViolations(transaction: Transaction, steps: readonly Step[]): string[] {
  const { initial } = stateMachines[transaction.kind];
  const before = [initial, ...steps.map(({ to }) => to)];
  const last = before.at(-1);
  const version = Number(steps.at(-1)?.SK.slice('EVENT#'.length) ?? 1);
  return [
    ...steps.flatMap((step, index) =>
      step.from === before[index] ? [] : [`step ${step.SK} begins at ${step.from}, after ${before[index]}`],
    ),
    ...steps.flatMap((step) =>
      edgeOf(transaction, step) === undefined
        ? [`no edge leads from ${step.from} to ${step.to} on ${step.trigger}`]
        : [],
    ),
    ...(last === transaction.status ? [] : [`its steps end at ${last}, and it is ${transaction.status}`]),
    ...(version <= transaction.version ? [] : [`step ${version} is beyond its version ${transaction.version}`]),
  ];
}

/** Checks that the events of the steps equal the events of the notifications, in the same order. */
function eventViolations(transaction: Transaction, steps: readonly Step[], named: readonly string[]): string[] {
  const events = steps.flatMap((step) => edgeOf(transaction, step)?.event ?? []);
  const expected = [stateMachines[transaction.kind].createdEvent, ...events].join(', ');
  const isCounted = transaction.sequence === named.length;
  return [
    ...(named.join(', ') === expected ? [] : [`has notifications ${named.join(', ')} and not ${expected}`]),
    ...(isCounted ? [] : [`has sequence ${transaction.sequence} and ${named.length} notifications`]),
  ];
}

/** Triggers that report that the payout was sent, or that a person must send it. */
const LEAVING = ['PAYOUT_SUBMITTED', 'PAYOUT_COMPLETED', 'MANUAL_TRANSFER_REQUIRED'];

/** Checks that no payout is sent during a hold, and that the transaction is on hold if its steps require it. */
function holdViolations(transaction: Transaction, steps: readonly Step[]): string[] {
  const found: string[] = [];
  let isHeld = false;
  for (const { SK, trigger, from, to } of steps) {
    if (isHeld && LEAVING.includes(trigger)) found.push(`the payout left by ${SK} while a hold stood`);
    if (trigger === 'HOLD_PLACED') isHeld = true;
    if (trigger === 'HOLD_RELEASED' || from !== to) isHeld = false;
  }
  const marked = transaction.hold !== undefined;
  return isHeld === marked ? found : [...found, `is ${marked ? '' : 'not '}held, and its steps say otherwise`];
}

function ledgerViolations(steps: readonly Step[], journal: readonly StoredRecord[]): string[] {
  const booked = steps.filter(({ entries }) => entries.length > 0);
  const copies = inOrder(journal).map(({ entries }) => JSON.stringify(z.array(ledgerEntry).parse(entries)));
  const isCopied = JSON.stringify(copies) === JSON.stringify(booked.map(({ entries }) => JSON.stringify(entries)));
  return [
    ...booked.flatMap(({ SK, entries }) => (isBalanced(entries) ? [] : [`the entries of ${SK} do not balance`])),
    ...(isCopied ? [] : ['the journal and its steps differ']),
  ];
}

/** Returns true if debits equal credits in each currency. */
function isBalanced(entries: Step['entries']): boolean {
  const debits = (own: Step['entries']) =>
    own.reduce((sum, { side, amount }) => sum + (side === 'DEBIT' ? 1n : -1n) * decimalUnits(amount), 0n);
  return [...groupBy(entries, ({ currency }) => currency).values()].every((own) => debits(own) === 0n);
}
