/** A bank that pays twice, never, in parts, wrongly, in another order, again and in another format, over thirty days. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Chance } from '#local/chance';
import { exceptionDifference } from '#ops/statements/exception';
import { sides } from '#ops/statements/expected';
import { camt053Reader } from '#ops/statements/formats/camt053';
import { mt940Reader } from '#ops/statements/formats/mt940';
import { importStatements } from '#ops/statements/import-statements';
import { listExceptions } from '#ops/statements/repository';
import type { Statement, StatementEntry } from '#ops/statements/statement';
import { journalKey } from '#shared/dynamodb/keys';
import { encodeMoney } from '#shared/dynamodb/stored-money';
import { writeAtomically } from '#shared/dynamodb/unit-of-work';
import { putItem } from '#shared/dynamodb/writes';
import { addDays } from '#shared/values/calendar/calendar-day';
import { newId } from '#shared/values/ids';
import { money } from '#shared/values/money/money';
import { camt053Text, mt940Text } from '#test/support/statement-files';
import { startMemoryTable } from '#test/unit/delivery/table';

const FIRST_DAY = '2026-01-05';
const DAYS = 30;
const SEEDS = 12;
const terms = { covers: sides, tolerances: { days: 3, amount: 0n } };

let world: ReturnType<typeof startMemoryTable>;
beforeEach(() => {
  world = startMemoryTable();
  vi.useFakeTimers({ now: Date.UTC(2026, 3, 1), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  return world.stop();
});

/** What a bank does with a movement of the books. */
const behaviours = [
  'once',
  'once',
  'once',
  'late',
  'early',
  'twice',
  'again later',
  'never',
  'wrong',
  'in parts',
  'turned',
] as const;

interface Booked {
  readonly id: string;
  readonly minor: bigint;
  readonly behaviour: (typeof behaviours)[number];
}

/** Payments of few amounts, so that one would pass for another. */
function drawDay(chance: Chance, day: string): Booked[] {
  return Array.from({ length: chance.between(0, 5) }, () => ({
    id: newId(Date.parse(day)),
    minor: BigInt(chance.between(1, 3)) * 100_00n * (chance.happens(0.4) ? -1n : 1n),
    behaviour: behaviours[chance.between(0, behaviours.length - 1)] ?? 'once',
  }));
}

/** The entries of a movement, by the days after its own. */
function entriesOf({ minor, behaviour }: Booked): readonly (readonly [number, bigint])[] {
  const written = {
    once: [[0, minor]],
    late: [[2, minor]],
    early: [[-1, minor]],
    twice: [
      [0, minor],
      [0, minor],
    ],
    'again later': [
      [0, minor],
      [4, minor],
    ],
    never: [],
    wrong: [[0, minor + 1n]],
    'in parts': [
      [0, minor / 4n],
      [0, minor - minor / 4n],
    ],
    turned: [[0, -minor]],
  } as const satisfies Record<Booked['behaviour'], readonly (readonly [number, bigint])[]>;
  return written[behaviour];
}

const entry = (reference: string, amount: bigint, bookedOn: string): StatementEntry => ({
  ...{ bankReference: `B${reference.slice(-6)}`, references: [reference], amount, bookedOn, valueOn: bookedOn },
  ...{ name: undefined, details: 'payment' },
});

async function book({ id, minor }: Booked, day: string): Promise<void> {
  const amount = encodeMoney(money(minor < 0n ? -minor : minor, 'EUR'));
  const entries = [{ account: 'settlement:pay-in', side: minor < 0n ? 'CREDIT' : 'DEBIT', ...amount }];
  await writeAtomically([putItem({ ...journalKey(id, 2, day), entity: 'JOURNAL', entries })]);
}

/** The statement as its file is read. */
function inFormat(statement: Statement, format: 'camt.053' | 'mt940'): Statement[] {
  const reader = format === 'mt940' ? mt940Reader() : camt053Reader();
  reader.write(format === 'mt940' ? mt940Text(statement) : camt053Text(statement, '08'));
  return reader.end();
}

const shuffled = <T>(list: readonly T[], chance: Chance): T[] =>
  list
    .map((one) => [chance.fraction(), one] as const)
    .toSorted(([left], [right]) => left - right)
    .map(([, one]) => one);

const given = (statement: Statement, chance: Chance) => inFormat(statement, chance.happens(0.5) ? 'mt940' : 'camt.053');

it.each(Array.from({ length: SEEDS }, (_, seed) => seed + 1))(
  'names every loss, and closes each exception by its own movement: seed %i',
  async (seed) => {
    const chance = new Chance(seed);
    const stamp = { atMs: Date.now(), operator: 'test', verb: 'statement import' };
    const booked = new Map<string, Booked>();
    const byDay = new Map<string, StatementEntry[]>();
    for (let index = 1; index < DAYS; index += 1) {
      const day = addDays(FIRST_DAY, index);
      for (const one of drawDay(chance, day)) {
        await book(one, day);
        booked.set(one.id, one);
        for (const [after, amount] of entriesOf(one)) {
          const on = addDays(day, after);
          byDay.set(on, [...(byDay.get(on) ?? []), entry(one.id, amount, on)]);
        }
      }
    }
    let opening = 0n;
    const statements: Statement[] = [];
    for (let index = 0; index < DAYS + 5; index += 1) {
      const day = addDays(FIRST_DAY, index);
      const entries = shuffled(byDay.get(day) ?? [], chance);
      const closing = entries.reduce((sum, { amount }) => sum + amount, opening);
      const account = 'DE89370400440532013000';
      const statement = { account, currency: 'EUR', opening, closing, from: day, to: day, entries } as const;
      statements.push(statement);
      opening = closing;
      const files = chance.happens(0.3)
        ? [...given(statement, chance), ...given(statement, chance)]
        : given(statement, chance);
      await importStatements(files, terms, stamp);
      // An older statement again, in any format and with other references.
      const older = statements[chance.between(0, index)] ?? statement;
      const again = { ...older, entries: older.entries.map((one) => ({ ...one, bankReference: 'AGAIN' })) };
      const results = await importStatements(given(again, chance), terms, stamp);
      expect(results.filter(({ isNew }) => isNew && older.entries.length > 0)).toEqual([]);
    }
    const open = await listExceptions(500);
    const idOf = (one: string) => one.split('#', 1).join('');
    const missing = open.flatMap(({ expected }) => expected.map(({ id }) => idOf(id))).toSorted();
    const lost = [...booked.values()].filter(({ behaviour }) => ['never', 'wrong', 'turned'].includes(behaviour));
    expect(missing).toEqual(lost.map(({ id }) => id).toSorted());
    const extra = open.flatMap(({ entries }) => entries).reduce((sum, { amount }) => sum + amount, 0n);
    const expected = [...booked.values()].reduce((sum, one) => sum + extraOf(one), 0n);
    expect(extra).toBe(expected);
    const books = [...booked.values()].reduce((sum, { minor }) => sum + minor, 0n);
    expect(open.reduce((sum, one) => sum + exceptionDifference(one), 0n)).toBe(opening - books);
  },
);

/** The amount of the entries of a movement that are no match for it. */
function extraOf(one: Booked): bigint {
  if (['wrong', 'turned'].includes(one.behaviour)) return entriesOf(one).reduce((sum, [, amount]) => sum + amount, 0n);
  return ['twice', 'again later'].includes(one.behaviour) ? one.minor : 0n;
}
