/**
 * Simulates thirty days of ledger movements and a faulty bank. The bank pays a movement twice, never, in parts, early, late, with
 * a wrong amount, or in the wrong direction.
 */

import { camt053Reader } from '#ops/statements/formats/camt053';
import { mt940Reader } from '#ops/statements/formats/mt940';
import type { Statement, StatementEntry } from '#ops/statements/statement';
import { addDays } from '#shared/values/calendar/calendar-day';
import { newId } from '#shared/values/ids';
import type { Chance } from '#test/support/chance';
import { camt053Text, mt940Text } from '#test/support/statement-files';

const FIRST_DAY = '2026-01-05';
const DAYS = 30;
/** Maximum days between the last movement and its last statement entry. */
const LATEST = 5;
const ODD = 37n;

/** Statement entries for a ledger movement, by behavior of the bank: days after the movement, and amount. */
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
/** Behaviors to choose from. The first half of them pays the right amount in total. */
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

/**
 * Draws a month of movements with only three amounts, so that movements can be confused. In half of the months, a daily sweep
 * leaves a balance of zero.
 */
export function drawMonth(chance: Chance): Month {
  const byDay = new Map<string, StatementEntry[]>();
  const books: Booked[] = [];
  for (let index = 1; index < DAYS; index += 1)
    for (let count = chance.between(0, 5); count > 0; count -= 1) {
      const minor = BigInt(chance.between(1, 3)) * 100_00n * (chance.happens(0.4) ? -1n : 1n);
      const behaviour = drawn[chance.between(0, drawn.length - 1)] ?? 'once';
      const day = addDays(FIRST_DAY, index);
      // The bank's entry usually contains the reference of the rail. An early entry contains our transaction id instead, because
      // the books do not contain the rail's reference yet.
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
    // Sweeps the account in two entries, with amounts that no movement has.
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

/** Writes a statement as MT940 or camt.053, chosen at random, and parses it. */
export function issued(statement: Statement, chance: Chance): Statement[] {
  const isSwift = chance.happens(0.5);
  const reader = isSwift ? mt940Reader() : camt053Reader();
  reader.write(isSwift ? mt940Text(statement) : camt053Text(statement, '08'));
  return reader.end();
}

/** Issues the same statement again with other bank references. */
export function issuedAgain(statement: Statement, chance: Chance): Statement[] {
  const entries = statement.entries.map((one) => ({ ...one, bankReference: 'AGAIN' }));
  return issued({ ...statement, entries }, chance);
}

/** Returns the ids of the movements that the bank never paid with the right amount. */
export function losses({ books }: Month): string[] {
  const lost: readonly Behaviour[] = ['never', 'wrong', 'turned'];
  return books.filter(({ behaviour }) => lost.includes(behaviour)).map(({ id }) => id);
}
