/** Thirty days of books, and of a bank that pays twice, never, in parts, wrongly, early, late and in the wrong direction. */

import { camt053Reader } from '#ops/statements/formats/camt053';
import { mt940Reader } from '#ops/statements/formats/mt940';
import type { Statement, StatementEntry } from '#ops/statements/statement';
import { addDays } from '#shared/values/calendar/calendar-day';
import { newId } from '#shared/values/ids';
import type { Chance } from '#test/support/chance';
import { camt053Text, mt940Text } from '#test/support/statement-files';

const FIRST_DAY = '2026-01-05';
const DAYS = 30;
/** Days after the last movement until its last entry. */
const LATEST = 5;
const ODD = 37n;

/** The entries of a movement of the books: days after its own, and amount. */
const behaviours = {
  once: (minor: bigint) => [[0, minor]],
  late: (minor: bigint) => [[2, minor]],
  early: (minor: bigint) => [[-1, minor]],
  twice: (minor: bigint) => [
    [0, minor],
    [0, minor],
  ],
  again: (minor: bigint) => [
    [0, minor],
    [4, minor],
  ],
  never: () => [],
  wrong: (minor: bigint) => [[0, minor + 1n]],
  parts: (minor: bigint) => [
    [0, minor / 4n],
    [0, minor - minor / 4n],
  ],
  turned: (minor: bigint) => [[0, -minor]],
} as const satisfies Record<string, (minor: bigint) => readonly (readonly [number, bigint])[]>;
type Behaviour = keyof typeof behaviours;
/** Half of the movements are paid once. */
const drawn: readonly Behaviour[] = [
  ...(['once', 'once', 'once', 'late', 'early', 'parts'] as const),
  ...(['twice', 'again', 'never', 'never', 'wrong', 'turned'] as const),
];

export interface Booked {
  readonly id: string;
  readonly day: string;
  readonly minor: bigint;
  readonly behaviour: Behaviour;
}

export interface Month {
  readonly books: readonly Booked[];
  readonly statements: readonly Statement[];
}

/** Payments of few amounts, so that one could pass for another. Half of the accounts are swept to zero each day. */
export function drawMonth(chance: Chance): Month {
  const byDay = new Map<string, StatementEntry[]>();
  const books: Booked[] = [];
  for (let index = 1; index < DAYS; index += 1)
    for (let count = chance.between(0, 5); count > 0; count -= 1) {
      const minor = BigInt(chance.between(1, 3)) * 100_00n * (chance.happens(0.4) ? -1n : 1n);
      const behaviour = drawn[chance.between(0, drawn.length - 1)] ?? 'once';
      const day = addDays(FIRST_DAY, index);
      // A rail's reference. An early entry is not in the books yet: it has one of our ids.
      const id = behaviour === 'early' ? newId(Date.parse(day)) : `R${String(books.length).padStart(6, '0')}X`;
      const one = { id, day, minor, behaviour };
      books.push(one);
      for (const [after, amount] of behaviours[behaviour](minor)) {
        const on = addDays(one.day, after);
        byDay.set(on, [...(byDay.get(on) ?? []), entry(one.id, amount, on)]);
      }
    }
  return { books, statements: statementsOf(byDay, chance) };
}

function statementsOf(byDay: ReadonlyMap<string, readonly StatementEntry[]>, chance: Chance): Statement[] {
  const isSwept = chance.happens(0.5);
  const statements: Statement[] = [];
  for (let index = 0; index < DAYS + LATEST; index += 1) {
    const day = addDays(FIRST_DAY, index);
    const entries = shuffled(byDay.get(day) ?? [], chance);
    const net = entries.reduce((sum, { amount }) => sum + amount, 0n);
    // In two entries, of amounts that no movement has.
    if (isSwept) entries.push(entry(`SWEEP1${day}`, ODD - net, day), entry(`SWEEP2${day}`, -ODD, day));
    const opening = statements.at(-1)?.closing ?? 0n;
    const closing = entries.reduce((sum, { amount }) => sum + amount, opening);
    const account = 'DE89370400440532013000';
    statements.push({ account, currency: 'EUR', opening, closing, from: day, to: day, entries });
  }
  return statements;
}

function shuffled<T>(list: readonly T[], chance: Chance): T[] {
  const keyed = list.map((one) => [chance.fraction(), one] as const);
  return keyed.toSorted(([left], [right]) => left - right).map(([, one]) => one);
}

function entry(reference: string, amount: bigint, bookedOn: string): StatementEntry {
  const bankReference = `B${reference.slice(-6)}`;
  return {
    bankReference,
    references: [reference],
    amount,
    bookedOn,
    valueOn: bookedOn,
    name: undefined,
    details: 'paid',
  };
}

/** A statement as the bank issues it, in one format or the other, and as it is read. */
export function issued(statement: Statement, chance: Chance): Statement[] {
  const isSwift = chance.happens(0.5);
  const reader = isSwift ? mt940Reader() : camt053Reader();
  reader.write(isSwift ? mt940Text(statement) : camt053Text(statement, '08'));
  return reader.end();
}

/** The same statement again, with other references of the bank. */
export function issuedAgain(statement: Statement, chance: Chance): Statement[] {
  const entries = statement.entries.map((one) => ({ ...one, bankReference: 'AGAIN' }));
  return issued({ ...statement, entries }, chance);
}

/** Movements that their bank has not paid as it should have. */
export function losses({ books }: Month): string[] {
  const lost: readonly Behaviour[] = ['never', 'wrong', 'turned'];
  return books.filter(({ behaviour }) => lost.includes(behaviour)).map(({ id }) => id);
}
