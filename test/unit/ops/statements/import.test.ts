import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Chance } from '#local/chance';
import { exceptionDifference } from '#ops/statements/exception';
import { canonicalReference } from '#ops/statements/match';
import { listExceptions } from '#ops/statements/repository';
import type { Statement, StatementEntry } from '#ops/statements/statement';
import { journalKey } from '#shared/dynamodb/keys';
import { encodeMoney } from '#shared/dynamodb/stored-money';
import { writeAtomically } from '#shared/dynamodb/unit-of-work';
import { putItem } from '#shared/dynamodb/writes';
import { PLATFORM, readAudit } from '#shared/partners/audit/repository';
import { apply } from '#shared/transactions/domain/apply';
import { transactionCreationWrites, transactionTransitionWrites } from '#shared/transactions/repository';
import { addDays } from '#shared/values/calendar/calendar-day';
import { newId } from '#shared/values/ids';
import { money } from '#shared/values/money/money';
import { anOnRamp } from '#test/support/builders/transactions';
import type { TableCall } from '#test/support/handlers/table/table-client';
import { camt053Text, csvText } from '#test/support/statement-files';
import { startMemoryTable } from '#test/unit/delivery/table';
import { ops } from '#test/unit/ops/tool';

const ACCOUNT = 'MX1234567890';
const [MONDAY, TUESDAY, WEDNESDAY] = ['2026-01-12', '2026-01-13', '2026-01-14'] as const;
const folder = mkdtempSync(join(tmpdir(), 'partner-ramp-import-'));
afterAll(() => rmSync(folder, { recursive: true }));

let world: ReturnType<typeof startMemoryTable>;
beforeEach(() => {
  world = startMemoryTable();
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 20), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  return world.stop();
});

const tool = async (...args: readonly string[]) => {
  const output = await ops([...args, '--endpoint', 'http://127.0.0.1:1', '--table', world.table.name, '--json']);
  return { ...output, json: output.code === 0 ? JSON.parse(output.out) : undefined };
};

/** Puts a deposit of pesos on record, by its reference. */
async function deposit(message: string, minor: bigint, day: string): Promise<string> {
  const atMs = Date.parse(`${day}T12:00:00Z`);
  const base = anOnRamp({ id: newId(atMs), createdAtMs: atMs, updatedAtMs: atMs });
  const before = { ...base, fiatAmount: money(minor, 'MXN'), depositAccount: { ...base.depositAccount, message } };
  await writeAtomically(transactionCreationWrites(before));
  const transition = apply(before, { trigger: 'DEPOSIT_RECEIVED', atMs });
  if (transition === undefined) throw new Error('There is no deposit');
  await writeAtomically(transactionTransitionWrites(before, transition, 'test'));
  return before.id;
}

const entry = (reference: string, amount: bigint, bookedOn: string): StatementEntry => ({
  ...{ bankReference: `B${reference}`, references: reference === '' ? [] : [reference], amount, bookedOn },
  ...{ valueOn: bookedOn, name: 'Ana Perez', details: `SPEI ${reference}`.trim() },
});

function statementOf(day: string, opening: bigint, entries: readonly StatementEntry[]): Statement {
  const closing = entries.reduce((sum, { amount }) => sum + amount, opening);
  return { account: ACCOUNT, currency: 'MXN', opening, closing, from: day, to: day, entries };
}

function importFile(text: string, ...more: readonly string[]) {
  const file = join(folder, newId(Date.now()));
  writeFileSync(file, text);
  const form = more.includes('--format') ? [] : ['--format', 'camt.053'];
  return tool('statement', 'import', '--file', file, '--account', ACCOUNT, ...form, ...more);
}
const importStatement = (statement: Statement) => importFile(camt053Text(statement, '08'));
const exceptions = async () => {
  const { json } = await tool('exception', 'list');
  return json.exceptions.map(({ reason, expected, was }: Record<string, string>) => [reason, expected, was]);
};

/** A day with one deposit that fits, one with a wrong amount, one that is missing, and one that is not expected. */
async function aMonday(): Promise<Statement> {
  await deposit('PR0000000000000A', 1000_00n, MONDAY);
  await deposit('PR0000000000000B', 200_00n, MONDAY);
  await deposit('PR0000000000000C', 300_00n, MONDAY);
  return statementOf(MONDAY, 50_00n, [
    entry('PR0000000000000A', 1000_00n, MONDAY),
    entry('PR0000000000000B', 199_00n, MONDAY),
    entry('PR0000000000000Z', 70_00n, MONDAY),
  ]);
}

const OPEN_ON_MONDAY = [
  ['AMOUNT_UNDER', '200.00 MXN', '199.00 MXN'],
  ['MISSING_ON_STATEMENT', '300.00 MXN', 'nothing'],
  ['NO_EXPECTED_ENTRY', 'nothing', '70.00 MXN'],
];

describe('statement import', () => {
  it('matches a statement with the books, and names what does not fit', async () => {
    const monday = await aMonday();
    const { json } = await importStatement(monday);
    expect(json.statements).toMatchObject([
      {
        ...{ opening: '50.00', books: '1500.00', exceptions: '-231.00', closing: '1319.00' },
        ...{ entries: 3, matched: 1, opened: 3, closed: 0, isNew: true },
      },
    ]);
    expect((await exceptions()).toSorted()).toEqual(OPEN_ON_MONDAY);
    const [record] = await readAudit(PLATFORM);
    expect(record).toMatchObject({ verb: 'statement import', entries: 3, opened: 3 });
  });

  it('adds nothing when the same statement comes again, in another format too', async () => {
    const monday = await aMonday();
    await importStatement(monday);
    const before = world.table.items();
    const { text, mapping } = csvText(monday);
    writeFileSync(join(folder, 'mapping.json'), JSON.stringify(mapping));
    const again = await importStatement(monday);
    const other = await importFile(text, '--format', 'csv', '--mapping', join(folder, 'mapping.json'));
    expect([again, other].map(({ json }) => json.statements[0].isNew)).toEqual([false, false]);
    expect(world.table.items()).toEqual(before);
  });

  it('closes an exception once a later statement has its other side', async () => {
    const monday = await aMonday();
    await importStatement(monday);
    await deposit('PR0000000000000Z', 70_00n, TUESDAY);
    const late = entry('PR0000000000000C', 300_00n, TUESDAY);
    const { json } = await importStatement(statementOf(TUESDAY, monday.closing, [late]));
    expect(json.statements).toMatchObject([{ entries: 1, matched: 1, opened: 0, closed: 2, exceptions: '230.00' }]);
    expect(await exceptions()).toEqual([OPEN_ON_MONDAY[0]]);
  });

  it('expects the movements of days between two statements once', async () => {
    const monday = await aMonday();
    await importStatement(monday);
    await deposit('PR0000000000000D', 400_00n, TUESDAY);
    const { json } = await importStatement(statementOf(WEDNESDAY, monday.closing, []));
    expect(json.statements).toMatchObject([{ books: '400.00', exceptions: '-400.00', opened: 1 }]);
  });

  it.each<[string, (monday: Statement) => string, string]>([
    [
      'one that does not follow',
      (monday) => camt053Text(statementOf(TUESDAY, monday.closing + 1n, []), '08'),
      'opens with 1319.01 MXN; the last one closed with 1319.00',
    ],
    [
      'one in another currency',
      (monday) => camt053Text({ ...statementOf(TUESDAY, monday.closing, []), currency: 'USD' }, '08'),
      'The account is in MXN, not USD',
    ],
    ['one that does not add up', (monday) => camt053Text({ ...monday, closing: 1n }, '08'), 'the closing is 0.01'],
    [
      'one of another account',
      (monday) => camt053Text({ ...monday, account: 'MX99' }, '08'),
      `The file has no statement of ${ACCOUNT}`,
    ],
  ])('refuses %s, and changes nothing', async (_, text, sentence) => {
    const monday = await aMonday();
    await importStatement(monday);
    const before = world.table.items();
    const output = await importFile(text(monday));
    expect([output.code, output.error]).toEqual([1, expect.stringContaining(sentence)]);
    expect(world.table.items()).toEqual(before);
  });

  it('is finished by the next run, wherever it was ended', async () => {
    const monday = await aMonday();
    const isWrite = ({ operation }: TableCall) => operation === 'TransactWriteItems';
    let interrupted = 0;
    for (let written = 0; ; written += 1) {
      const { length } = world.faults.calls.filter(isWrite);
      const matches = (call: TableCall) =>
        isWrite(call) && world.faults.calls.filter(isWrite).length > length + written;
      world.faults.fail(() => new Error('The process was ended'), matches);
      const { code } = await importStatement(monday);
      if (code === 0) break;
      interrupted += 1;
    }
    expect(interrupted).toBeGreaterThan(2);
    expect((await exceptions()).toSorted()).toEqual(OPEN_ON_MONDAY);
    const { json } = await tool('statement', 'show', '--account', ACCOUNT);
    expect(json).toMatchObject({ closing: '1319.00', reconciledTo: MONDAY, statements: [{ entries: 3 }] });
  });

  it('takes one of two statements that are imported at once', async () => {
    const monday = await aMonday();
    await importStatement(monday);
    const outputs = await Promise.all([
      importStatement(statementOf(TUESDAY, monday.closing, [entry('', 5_00n, TUESDAY)])),
      importStatement(statementOf(TUESDAY, monday.closing, [entry('', 6_00n, TUESDAY)])),
    ]);
    expect(outputs.map(({ code }) => code).toSorted()).toEqual([0, 1]);
    const { json } = await tool('statement', 'show', '--account', ACCOUNT);
    expect(json.statements).toHaveLength(2);
  });
});

/** Puts the deposit of a transaction on record in the journal alone. */
async function journalDeposit(id: string, minor: bigint, day: string): Promise<void> {
  const amount = encodeMoney(money(minor, 'MXN'));
  const entries = [{ account: 'settlement:pay-in', side: minor < 0n ? 'CREDIT' : 'DEBIT', ...amount }];
  await writeAtomically([putItem({ ...journalKey(id, 2, day), entity: 'JOURNAL', entries })]);
}

it('differs from the books by its open exceptions alone, day after day', async () => {
  const chance = new Chance(7);
  const [open, late]: [Set<string>, StatementEntry[]] = [new Set(), []];
  let [closing, books] = [0n, 0n];
  for (let count = 0; count < 200; count += 1) {
    const day = addDays('2025-03-01', count);
    const entries = late.splice(0).map((one) => ({ ...one, bookedOn: day }));
    for (let index = chance.between(0, 6); index > 0; index -= 1) {
      const id = newId(Date.parse(day));
      const minor = BigInt(chance.between(1, 900_000));
      const [isUnknown, isMissing, isLate, isShort] = [0.05, 0.05, 0.3, 0.05].map((odds) => chance.happens(odds));
      const booked = entry(id, isShort && !isMissing && !isUnknown ? minor + 1n : minor, day);
      if (isMissing || isUnknown || isShort) open.add(id);
      if (!isUnknown) {
        await journalDeposit(id, minor, day);
        books += minor;
      }
      // A bank books some payments a day later, and some before the books do.
      if (!isMissing || isUnknown) (isLate ? late : entries).push(booked);
    }
    const statement = statementOf(day, closing, entries);
    ({ closing } = statement);
    expect(await importStatement(statement)).toMatchObject({ code: 0 });
  }
  await importStatement(statementOf('2025-09-17', closing, late));
  closing += late.reduce((sum, { amount }) => sum + amount, 0n);
  const left = await listExceptions(500);
  expect(left.length).toBeGreaterThan(40);
  expect(left.reduce((sum, one) => sum + exceptionDifference(one), 0n)).toBe(closing - books);
  const ids = left.flatMap(({ expected, entries }) =>
    [...expected, ...entries].flatMap(({ references }) => references),
  );
  expect(new Set(ids)).toEqual(new Set([...open].map(canonicalReference)));
});

it('makes no more calls for each entry of a long statement than of a short one', async () => {
  const callsFor = async (count: number, day: string, opening: bigint) => {
    const ids = Array.from({ length: count }, () => newId(Date.parse(day)));
    for (const id of ids) await journalDeposit(id, 5_00n, day);
    const before = world.faults.calls.length;
    const statement = statementOf(
      day,
      opening,
      ids.map((id) => entry(id, 5_00n, day)),
    );
    expect(await importStatement(statement)).toMatchObject({ json: { statements: [{ matched: count, opened: 0 }] } });
    return { calls: (world.faults.calls.length - before) / count, closing: statement.closing };
  };
  const short = await callsFor(100, MONDAY, 0n);
  const long = await callsFor(1000, TUESDAY, short.closing);
  expect(long.calls).toBeLessThan(short.calls);
});

it('shows the entries of a statement with the transactions that they belong to', async () => {
  const id = await deposit('PR0000000000000A', 1000_00n, MONDAY);
  const { json } = await importStatement(statementOf(MONDAY, 0n, [entry('PR0000000000000A', 1000_00n, MONDAY)]));
  const [{ statementId }] = json.statements;
  const shown = await tool('statement', 'show', '--account', ACCOUNT, '--entries', statementId);
  expect(shown.json.entries).toEqual([
    {
      ...{ position: 0, bookedOn: MONDAY, amount: '1000.00', bankReference: 'BPR0000000000000A' },
      ...{ references: 'PR0000000000000A', name: 'Ana Perez', transactions: id },
    },
  ]);
});

describe('exception resolve', () => {
  it('takes an exception off the list, once, and leaves who did it and why', async () => {
    await importStatement(await aMonday());
    const { json } = await tool('exception', 'list');
    const [{ id }] = json.exceptions;
    expect(await tool('exception', 'resolve', '--id', id, '--reason', 'ticket 7')).toMatchObject({ code: 0 });
    expect(await exceptions()).toHaveLength(2);
    const again = await tool('exception', 'resolve', '--id', id, '--reason', 'ticket 7');
    expect([again.code, again.error]).toEqual([1, expect.stringContaining(`no open exception ${id}`)]);
    expect((await readAudit(PLATFORM)).find(({ verb }) => verb === 'exception resolve')).toMatchObject({
      exceptionId: id,
      reason: 'ticket 7',
    });
  });

  it('is not undone by an import that is finished later', async () => {
    const monday = await aMonday();
    await importStatement(monday);
    const [{ id }] = (await tool('exception', 'list')).json.exceptions;
    await tool('exception', 'resolve', '--id', id, '--reason', 'ticket 7');
    await importStatement(monday);
    await importStatement(statementOf(TUESDAY, monday.closing, []));
    expect(await exceptions()).toHaveLength(2);
  });
});
