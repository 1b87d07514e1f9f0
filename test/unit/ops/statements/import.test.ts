import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Statement, StatementEntry } from '#ops/statements/statement';
import { journalKey } from '#shared/dynamodb/keys';
import { encodeMoney } from '#shared/dynamodb/stored-money';
import { writeAtomically } from '#shared/dynamodb/unit-of-work';
import { putItem } from '#shared/dynamodb/writes';
import { PLATFORM, readAudit } from '#shared/partners/repository';
import { apply } from '#shared/transactions/domain/apply';
import { transactionCreationWrites, transactionTransitionWrites } from '#shared/transactions/repository';
import { newId } from '#shared/values/ids';
import { money } from '#shared/values/money/money';
import { anOnRamp } from '#test/support/builders/transactions';
import type { TableCall } from '#test/support/handlers/table/table-client';
import { camt053Text, csvText, mt940Text } from '#test/support/statement-files';
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

/** Stores a deposit in MXN with its reference. */
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
const refused = (sentence: string) => ({ code: 1, error: expect.stringContaining(sentence) });
const importStatement = (statement: Statement) => importFile(camt053Text(statement, '08'));
const exceptions = async () => {
  const { json } = await tool('exception', 'list');
  return json.exceptions.map(({ reason, expected, was }: Record<string, string>) => [reason, expected, was]);
};

/** Simulates the end of the process: the first write after `written` writes fails. */
function endAfter(written: number): void {
  const isWrite = ({ operation }: TableCall) => operation === 'TransactWriteItems';
  const { length } = world.faults.calls.filter(isWrite);
  const matches = (call: TableCall) => isWrite(call) && world.faults.calls.filter(isWrite).length > length + written;
  world.faults.fail(() => new Error('The process was ended'), matches);
}

const mondayAgain = (): Statement =>
  statementOf(MONDAY, 50_00n, [
    entry('PR0000000000000A', 1000_00n, MONDAY),
    entry('PR0000000000000B', 199_00n, MONDAY),
    entry('PR0000000000000Z', 70_00n, MONDAY),
  ]);

/** Stores three expected deposits. Builds a statement: one entry matches, one has a wrong amount, and one is unexpected. */
async function aMonday(): Promise<Statement> {
  await deposit('PR0000000000000A', 1000_00n, MONDAY);
  await deposit('PR0000000000000B', 200_00n, MONDAY);
  await deposit('PR0000000000000C', 300_00n, MONDAY);
  return mondayAgain();
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

  const next = ({ closing }: Statement) => statementOf(TUESDAY, closing, []);

  it.each<[string, (monday: Statement) => Statement, string]>([
    [
      'one that does not follow',
      (monday) => next({ ...monday, closing: monday.closing + 1n }),
      'opens with 1319.01 MXN, but the last statement closed with 1319.00',
    ],
    ['one in another currency', (monday) => ({ ...next(monday), currency: 'USD' }), 'The account is in MXN, not USD'],
    ['one that does not add up', (monday) => ({ ...monday, closing: 1n }), 'but closing is 0.01'],
    ['one of another account', (monday) => ({ ...monday, account: 'MX99' }), `contains no statement of ${ACCOUNT}`],
  ])('refuses %s, and changes nothing', async (_, changed, sentence) => {
    const monday = await aMonday();
    await importStatement(monday);
    const before = world.table.items();
    expect(await importStatement(changed(monday))).toMatchObject(refused(sentence));
    expect(world.table.items()).toEqual(before);
  });

  it('is finished by the next run, wherever it was ended', async () => {
    const monday = await aMonday();
    let interrupted = 0;
    for (let written = 0; ; written += 1) {
      endAfter(written);
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

/** Stores the deposit of a transaction only in the journal. */
async function journalDeposit(id: string, minor: bigint, day: string): Promise<void> {
  const amount = encodeMoney(money(minor < 0n ? -minor : minor, 'MXN'));
  const entries = [{ account: 'settlement:pay-in', side: minor < 0n ? 'CREDIT' : 'DEBIT', ...amount }];
  await writeAtomically([putItem({ ...journalKey(id, 2, day), entity: 'JOURNAL', partnerId: newId(0), entries })]);
}

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
    const output = await importStatement(statement);
    expect(output, output.error).toMatchObject({ json: { statements: [{ matched: count, opened: 0 }] } });
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
    expect(again).toMatchObject(refused(`no open exception ${id}`));
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

/** Returns the camt.053 text (version 08) of a statement, with a statement number if given. */
const numbered = (statement: Statement, number?: number, field = 'ElctrncSeqNb') =>
  camt053Text(statement, '08').replace(
    '<Id>S</Id>',
    `<Id>S</Id>${number === undefined ? '' : `<${field}>${number}</${field}>`}`,
  );

function inOneFile(statements: readonly Statement[]): string {
  const [first = '', ...others] = statements.map((one) => camt053Text(one, '08'));
  const body = (text: string) => /<Stmt>[\s\S]*<\/Stmt>/.exec(text)?.[0] ?? '';
  return first.replace(/<\/Stmt>/, `</Stmt>${others.map(body).join('')}`);
}

const shown = async () => (await tool('statement', 'show', '--account', ACCOUNT)).json;

describe('a reference of a movement that an earlier statement has matched', () => {
  it('is a duplicate on a later one, and closes no other exception', async () => {
    await deposit('PR0000000000000A', 300_00n, MONDAY);
    await deposit('PR0000000000000C', 300_00n, MONDAY);
    const monday = statementOf(MONDAY, 0n, [entry('PR0000000000000A', 300_00n, MONDAY)]);
    await importStatement(monday);
    const again = entry('pr0000 0000-0000 0a', 300_00n, TUESDAY);
    const tuesday = statementOf(TUESDAY, monday.closing, [again]);
    expect((await importStatement(tuesday)).json.statements).toMatchObject([{ matched: 0, opened: 1, closed: 0 }]);
    await importStatement(statementOf(WEDNESDAY, tuesday.closing, []));
    expect((await exceptions()).toSorted()).toEqual([
      ['DUPLICATE', 'nothing', '300.00 MXN'],
      ['MISSING_ON_STATEMENT', '300.00 MXN', 'nothing'],
    ]);
  });

  it('is one by the id of its transaction too, also in the other direction', async () => {
    const [paid, missing] = [newId(Date.parse(MONDAY)), newId(Date.parse(MONDAY))];
    for (const id of [paid, missing]) await journalDeposit(id, -50_00n, MONDAY);
    const monday = statementOf(MONDAY, 0n, [entry(paid, -50_00n, MONDAY)]);
    await importStatement(monday);
    const tuesday = statementOf(TUESDAY, monday.closing, [entry(paid, -50_00n, TUESDAY), entry(paid, 50_00n, TUESDAY)]);
    expect((await importStatement(tuesday)).json.statements).toMatchObject([{ matched: 0, opened: 2, closed: 0 }]);
    expect((await exceptions()).map(([reason]: string[]) => reason).toSorted()).toEqual([
      'DUPLICATE',
      'MISSING_ON_STATEMENT',
      'NO_EXPECTED_ENTRY',
    ]);
  });
});

describe('a statement is known by account, period, number and balances', () => {
  const sweep = (opening: bigint) =>
    statementOf(MONDAY, opening, [entry('A1', 70_00n, MONDAY), entry('A2', -70_00n, MONDAY)]);

  it('adds nothing in another format, with other references and in another order', async () => {
    await deposit('PR0000000000000C', 70_00n, MONDAY);
    await importFile(numbered(sweep(0n), 5));
    const before = world.table.items();
    const { entries } = sweep(0n);
    const again = { ...sweep(0n), entries: entries.toReversed().map((one) => ({ ...one, bankReference: 'OTHER' })) };
    const outputs = [await importFile(numbered(again, 5)), await importFile(mt940Text(again), '--format', 'mt940')];
    expect(outputs.map(({ json, error }) => json?.statements[0].isNew ?? error)).toEqual([false, false]);
    expect(world.table.items()).toEqual(before);
  });

  const on = (day: string, entries: readonly StatementEntry[] = []) => statementOf(day, 0n, entries);
  const others = (day: string) => [entry('A3', 1n, day), entry('A4', -1n, day)];
  const earlier = 'earlier than the last statement, or overlaps it. The last statement ends on 2026-01-12';

  it.each<[string, Statement, number | undefined, string]>([
    ['an earlier period', on('2026-01-09', sweep(0n).entries), undefined, earlier],
    ['a period that overlaps', { ...on(TUESDAY, others(TUESDAY)), from: MONDAY }, undefined, 'overlaps it'],
    ['a period that overlaps, with the next number', { ...on(TUESDAY), from: '2026-01-11' }, 6, 'overlaps it'],
    ['other entries of the same day', on(MONDAY, others(MONDAY)), 5, 'overlaps it'],
    ['a number that leaves one out', on(TUESDAY), 7, 'Statement number 6 is missing before number 7 (ElctrncSeqNb).'],
    ['a number that leaves several out', on(TUESDAY), 9, 'Statements number 6 to 8 are missing'],
    ['a number that goes back', on(TUESDAY), 4, 'comes after number 5: number 6 is missing'],
    ['a number that does not begin a year', on('2027-01-04'), 3, 'Statements number 1 to 2 are missing'],
  ])('refuses %s, and changes nothing', async (_, statement, number, sentence) => {
    await importFile(numbered(sweep(0n), 5));
    const before = world.table.items();
    const output = await importFile(numbered(statement, number));
    expect([output.code, output.error]).toEqual([1, expect.stringContaining(sentence)]);
    expect(world.table.items()).toEqual(before);
  });

  it.each<[string, () => string, string[]]>([
    ['the next number', () => numbered(statementOf(TUESDAY, 0n, []), 6), []],
    ['the next number on the same day', () => numbered(statementOf(MONDAY, 0n, [entry('A3', 1n, MONDAY)]), 6), []],
    ['the first number of a new year', () => numbered(statementOf('2027-01-04', 0n, []), 1), []],
    ['the same number, of a bank that does not count', () => numbered(statementOf(TUESDAY, 0n, []), 5), []],
    ['no number', () => numbered(statementOf(WEDNESDAY, 0n, [])), []],
    ['a number of another field', () => numbered(statementOf(TUESDAY, 0n, []), 40, 'LglSeqNb'), []],
    ['any number where they are ignored', () => numbered(statementOf(TUESDAY, 0n, []), 40), ['--numbers', 'ignored']],
  ])('accepts %s', async (_, text, more) => {
    await importFile(numbered(sweep(0n), 5));
    const output = await importFile(text(), ...more);
    expect([output.code, output.error]).toEqual([0, '']);
    expect((await shown()).statements).toHaveLength(2);
  });
});

describe('several statements of one day', () => {
  const day = () =>
    statementOf(MONDAY, 0n, [entry('A1', 30_00n, MONDAY), entry('A2', 20_00n, MONDAY), entry('A3', -50_00n, MONDAY)]);
  const inBatches = () => statementOf(MONDAY, 0n, [entry('A1', 50_00n, MONDAY), entry('A3', -50_00n, MONDAY)]);

  it.each([
    ['MT940 with a page', 'mt940', mt940Text(inBatches()).replace('1/1', '42/1')],
    ['MT940 with a later page', 'mt940', mt940Text(inBatches()).replace('1/1', '42/2')],
    ['MT940 with the next number', 'mt940', mt940Text(inBatches()).replace('1/1', '43')],
    ['another number', 'camt.053', numbered(inBatches(), 43, 'LglSeqNb')],
    [
      'a first page',
      'camt.053',
      numbered(inBatches(), 42).replace('<Elc', '<StmtPgntn><PgNb>1</PgNb></StmtPgntn><Elc'),
    ],
  ])('are not the same one with its batches whole, in %s', async (_, format, text) => {
    await importFile(numbered(day(), 42));
    const output = await importFile(text, '--format', format);
    expect([output.code, output.error]).toEqual([1, expect.stringContaining('overlaps it')]);
    expect((await shown()).statements).toHaveLength(1);
  });

  it('are accepted without numbers where numbers are ignored, if their balances meet and differ', async () => {
    const morning = statementOf(MONDAY, 0n, [entry('A1', 30_00n, MONDAY)]);
    const noon = statementOf(MONDAY, 30_00n, [entry('A2', 20_00n, MONDAY)]);
    const still = statementOf(MONDAY, 50_00n, [entry('A3', 1n, MONDAY), entry('A4', -1n, MONDAY)]);
    await importStatement(morning);
    const ignored = (one: Statement) => importFile(camt053Text(one, '08'), '--numbers', 'ignored');
    expect(await importStatement(noon)).toMatchObject({ code: 1, error: expect.stringContaining('overlaps it') });
    expect(await ignored({ ...noon, opening: 31_00n, closing: 51_00n })).toMatchObject({
      error: expect.stringContaining('opens with 31.00 MXN'),
    });
    expect(await ignored(noon)).toMatchObject({ code: 0, error: '' });
    expect((await ignored(noon)).json.statements[0].isNew).toBe(false);
    expect(await ignored(still)).toMatchObject({ code: 1, error: expect.stringContaining('overlaps it') });
  });
});

describe('a statement whose entries have value days alone', () => {
  const withoutPeriod = (statement: Statement, value: string) =>
    camt053Text(statement, '08')
      .replace(/<FrToDt>.*<\/FrToDt>/, '')
      .replaceAll(/<BookgDt>.*?<\/BookgDt>/g, '')
      .replaceAll(/<ValDt><Dt>[^<]*/g, `<ValDt><Dt>${value}`);
  const withoutEntryDay = (statement: Statement, value: string) =>
    mt940Text(statement).replaceAll(/:61:\d{10}/g, `:61:${value.slice(2).replaceAll('-', '')}`);

  it.each([
    ['camt.053', 'in the future', withoutPeriod, '2026-01-16'],
    ['camt.053', 'in the past', withoutPeriod, '2026-01-02'],
    ['mt940', 'in the future', withoutEntryDay, '2026-01-16'],
    ['mt940', 'in the past', withoutEntryDay, '2026-01-02'],
  ] as const)('%s, %s: the day after it follows', async (format, _, written, value) => {
    const days = [MONDAY, TUESDAY, WEDNESDAY];
    for (const [index, day] of days.entries()) {
      const statement = statementOf(day, BigInt(index), [entry(`A${index}`, 1n, day)]);
      const text = written(statement, value).replace('1/1', String(index + 1));
      const output = await importFile(text, '--format', format);
      expect([output.error, output.json?.statements]).toMatchObject(['', [{ from: day, to: day, isNew: true }]]);
    }
  });
});

describe('an account', () => {
  const importAs = async (account: string, statement: Statement) => {
    const file = join(folder, newId(Date.now()));
    writeFileSync(file, camt053Text({ ...statement, account: 'DE89370400440532013000' }, '08'));
    return tool('statement', 'import', '--file', file, '--account', account, '--format', 'camt.053');
  };
  const monday = () => statementOf(MONDAY, 0n, [entry('A1', 1n, MONDAY)]);

  it.each([
    ['DE89370400440532013000', 'DE89370400440532013000MXN'],
    ['DE89370400440532013000MXN', 'DE89370400440532013000'],
    ['DE89 3704 0044 0532 0130 00', '37040044/532013000MXN'],
    ['37040044/532013000MXN', '37040044/532013000'],
  ])('that is known as %s is not begun again as %s', async (first, second) => {
    expect(await importAs(first, monday())).toMatchObject({ code: 0, error: '' });
    const again = await importAs(second, monday());
    expect(again).toMatchObject({ code: 1, error: expect.stringContaining(`Use --account ${first}:`) });
  });

  it('is the same with its currency in every way to write it', async () => {
    expect(await importAs('37040044/532013000MXN', monday())).toMatchObject({ code: 0, error: '' });
    const { json } = await importAs('DE89370400440532013000 MXN', monday());
    expect(json.statements).toMatchObject([{ isNew: false }]);
  });

  it('is another one in another currency', async () => {
    const dollars: Statement = { ...monday(), currency: 'USD' };
    expect(await importAs('DE89370400440532013000', monday())).toMatchObject({ code: 0 });
    expect(await importAs('DE89370400440532013000USD', dollars)).toMatchObject({ code: 0, error: '' });
  });
});

describe('a file of several statements', () => {
  const days = () => {
    const monday = statementOf(MONDAY, 100_00n, [entry('A1', 50_00n, MONDAY)]);
    const tuesday = statementOf(TUESDAY, monday.closing, [entry('A2', -20_00n, TUESDAY)]);
    return [monday, tuesday, statementOf(WEDNESDAY, tuesday.closing, [entry('A3', 70_00n, WEDNESDAY)])] as const;
  };

  it('is imported in the order of the periods, whatever the order of the file', async () => {
    const { json } = await importFile(inOneFile(days().toReversed()));
    expect(json.statements.map(({ to, isNew }: Record<string, unknown>) => [to, isNew])).toEqual(
      [MONDAY, TUESDAY, WEDNESDAY].map((day) => [day, true]),
    );
    expect(await shown()).toMatchObject({ closing: '200.00', reconciledTo: WEDNESDAY });
  });

  it('is refused as a whole if one is missing, and names it', async () => {
    const [monday, , wednesday] = days();
    const stored = () => world.table.items().filter(({ entity }) => entity?.S !== 'STAGE');
    const before = stored();
    const output = await importFile(inOneFile([monday, wednesday]));
    expect([output.code, output.error]).toEqual([1, expect.stringContaining(`the statement of ${TUESDAY} is missing`)]);
    expect(stored()).toEqual(before);
  });

  it('adds what is new of it', async () => {
    const [monday, tuesday, wednesday] = days();
    await importFile(inOneFile([monday, tuesday]));
    const { json } = await importFile(inOneFile([wednesday, tuesday, monday, tuesday]));
    expect(json.statements.map(({ isNew }: Record<string, unknown>) => isNew).filter(Boolean)).toHaveLength(1);
    expect((await shown()).statements).toHaveLength(3);
  });

  it('gives what its statements give one by one', async () => {
    await aMonday();
    await deposit('PR0000000000000Z', 70_00n, TUESDAY);
    const monday = mondayAgain();
    const tuesday = statementOf(TUESDAY, monday.closing, [entry('PR0000000000000C', 300_00n, TUESDAY)]);
    const { json } = await importFile(inOneFile([tuesday, monday]));
    expect(json.statements).toMatchObject([
      { opened: 3, closed: 0 },
      { opened: 0, closed: 2, exceptions: '230.00' },
    ]);
    expect(await exceptions()).toEqual([OPEN_ON_MONDAY[0]]);
  });

  it('has pages of one statement, which count as one', async () => {
    const [monday] = days();
    const pages = [
      mt940Text({ ...monday, closing: 120_00n, entries: [entry('A1', 20_00n, MONDAY)] }).replace(':62F:', ':62M:'),
      mt940Text({ ...monday, opening: 120_00n, entries: [entry('A2', 30_00n, MONDAY)] })
        .replace(':60F:', ':60M:')
        .replace('1/1', '1/2'),
    ];
    const { json } = await importFile(pages.toReversed().join(''), '--format', 'mt940');
    expect(json.statements).toMatchObject([{ opening: '100.00', closing: '150.00', entries: 2 }]);
  });
});

describe('statement revert', () => {
  const storedEntries = () => world.table.items().filter(({ entity }) => entity?.S === 'STATEMENT_ENTRY');

  it('removes the entries of a long statement, and no others', async () => {
    const monday = statementOf(MONDAY, 0n, [entry('A', 5n, MONDAY)]);
    await importStatement(monday);
    const before = storedEntries();
    const many = Array.from({ length: 250 }, (_, index) => entry(`A${index}`, 1n, TUESDAY));
    const { json } = await importStatement(statementOf(TUESDAY, monday.closing, many));
    expect(storedEntries()).toHaveLength(251);
    await tool('statement', 'revert', '--id', json.statements[0].statementId);
    expect(storedEntries()).toEqual(before);
  });

  it('takes the last import back: statements, matches and exceptions, so that it can be made again', async () => {
    const monday = await aMonday();
    const first = await importStatement(monday);
    const before = await shown();
    await deposit('PR0000000000000Z', 70_00n, TUESDAY);
    const tuesday = statementOf(TUESDAY, monday.closing, [
      entry('PR0000000000000C', 300_00n, TUESDAY),
      entry('', 5_00n, TUESDAY),
    ]);
    const { json } = await importStatement(tuesday);
    const open = await exceptions();
    const [{ statementId }] = json.statements;
    const tooEarly = await tool('statement', 'revert', '--id', first.json.statements[0].statementId);
    expect(tooEarly).toMatchObject(refused('is not the last import of its account'));
    expect(await tool('statement', 'revert', '--id', statementId)).toMatchObject({ code: 0, error: '' });
    expect([await shown(), (await exceptions()).toSorted()]).toEqual([before, OPEN_ON_MONDAY]);
    const again = await tool('statement', 'revert', '--id', statementId);
    expect([again.code, again.error]).toEqual([1, expect.stringContaining(statementId)]);
    expect((await importStatement(tuesday)).json).toEqual(json);
    expect(await exceptions()).toEqual(open);
  });

  it('takes the first import of an account back, and is on record', async () => {
    const { json } = await importStatement(await aMonday());
    const [{ statementId }] = json.statements;
    await tool('statement', 'revert', '--id', statementId);
    expect([await exceptions(), (await shown()).statements, storedEntries()]).toEqual([[], [], []]);
    expect(await readAudit(PLATFORM)).toContainEqual(
      expect.objectContaining({ verb: 'statement revert', statements: 1 }),
    );
    const corrected = { ...mondayAgain(), account: ACCOUNT };
    expect((await importStatement({ ...corrected, opening: 51_00n, closing: 1320_00n })).code).toBe(0);
  });

  it('is finished by the next run, wherever it was ended', async () => {
    const monday = await aMonday();
    const { json } = await importStatement(monday);
    const [{ statementId }] = json.statements;
    let next = ['revert', '--id', statementId];
    for (let written = 0; ; written += 1) {
      endAfter(written);
      const { code, error } = await tool('statement', ...next);
      if (code === 0) break;
      if (error.includes('no import')) [next, written] = [['show', '--account', ACCOUNT], -1];
    }
    expect([(await shown()).statements, await exceptions(), storedEntries()]).toEqual([[], [], []]);
  });
});
