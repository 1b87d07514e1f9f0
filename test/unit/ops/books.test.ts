import { beforeAll, describe, expect, it } from 'vitest';
import { writeAtomically } from '#shared/dynamodb/unit-of-work';
import { putItem } from '#shared/dynamodb/writes';
import { apply } from '#shared/transactions/domain/apply';
import type { Transaction } from '#shared/transactions/domain/transaction';
import type { Trigger } from '#shared/transactions/domain/triggers';
import { transactionCreationWrites, transactionTransitionWrites } from '#shared/transactions/repository';
import { newId } from '#shared/values/ids';
import { aCrossRamp, anOnRamp } from '#test/support/builders/transactions';
import { startedForTests } from '#test/support/started-for-tests';
import { startMemoryTable } from '#test/unit/delivery/table';
import { ops } from '#test/unit/ops/tool';

const DAY = Date.UTC(2026, 0, 15, 12);
const NEXT_DAY = Date.UTC(2026, 0, 16, 0, 0, 1);
const OTHER_DAY = Date.UTC(2026, 0, 21);
const LAST_DAY = Date.UTC(2026, 0, 20);
// Accounts are sorted by name, which contains the user's id. The id of BEN is later, so BEN's account follows ANA's.
const [ANA, BEN, ACME] = [newId(DAY), newId(DAY + 1), newId(DAY)];

const table = startedForTests(startMemoryTable);
const balance = (...more: string[]) =>
  ops(['books', 'trial-balance', '--endpoint', 'http://127.0.0.1:1', '--table', table().table.name, ...more]);

beforeAll(async () => {
  await fly(aCrossRamp({ id: newId(DAY), userId: ANA, partnerId: ACME }), [
    ['DEPOSIT_RECEIVED', DAY],
    ['CONVERSION_STARTED', DAY],
    ['CONVERSION_COMPLETED', NEXT_DAY],
    ['PAYOUT_SUBMITTED', NEXT_DAY],
    ['PAYOUT_COMPLETED', NEXT_DAY],
  ]);
  await fly(anOnRamp({ id: newId(DAY), userId: BEN, partnerId: ACME }), [['DEPOSIT_RECEIVED', DAY]]);
});

async function fly(transaction: Transaction, steps: readonly (readonly [Trigger, number])[]): Promise<void> {
  await writeAtomically(transactionCreationWrites(transaction));
  let before = transaction;
  for (const [trigger, atMs] of steps) {
    const transition = apply(before, { trigger, atMs });
    if (transition === undefined) throw new Error(`${before.status} has no ${trigger}`);
    await writeAtomically(transactionTransitionWrites(before, transition, 'test'));
    before = transition.next;
  }
}

describe('books trial-balance', () => {
  it('sums up one day by account and currency', async () => {
    const output = await balance('--from', '2026-01-15', '--to', '2026-01-15', '--json');
    expect(output).toMatchObject({ code: 0, error: '' });
    expect(JSON.parse(output.out)).toEqual({
      from: '2026-01-15',
      to: '2026-01-15',
      accounts: [
        { account: 'settlement:pay-in', currency: 'MXN', debit: '3000.01', credit: '0.00', balance: '3000.01' },
        { account: `user:${ANA}`, currency: 'MXN', debit: '0.00', credit: '2000.01', balance: '-2000.01' },
        { account: `user:${BEN}`, currency: 'MXN', debit: '0.00', credit: '1000.00', balance: '-1000.00' },
      ],
      totals: [{ currency: 'MXN', debit: '3000.01', credit: '3000.01', balance: '0.00' }],
    });
  });

  it('sums up several days, each once', async () => {
    const output = await balance('--from', '2026-01-01', '--to', '2026-01-19', '--json');
    expect(output).toMatchObject({ code: 0, error: '' });
    const { accounts, totals } = JSON.parse(output.out);
    const balances = accounts.map((one: Record<string, string>) => [one.account, one.currency, one.balance]);
    // The platform rate 0.04975124378 converts 1,975.01 MXN to 98.25 USD (rounded down): 97.28 for the user, and 0.97 premium.
    expect(balances).toEqual([
      [`partner:${ACME}:premium`, 'USD', '-0.97'],
      ['platform:fees', 'MXN', '-25.00'],
      ['platform:position', 'MXN', '-1975.01'],
      ['platform:position', 'USD', '98.25'],
      ['settlement:pay-in', 'MXN', '3000.01'],
      ['settlement:pay-out', 'USD', '-97.28'],
      [`user:${ANA}`, 'MXN', '0.00'],
      [`user:${ANA}`, 'USD', '0.00'],
      [`user:${BEN}`, 'MXN', '-1000.00'],
    ]);
    expect(totals).toMatchObject([
      { currency: 'MXN', balance: '0.00' },
      { currency: 'USD', balance: '0.00' },
    ]);
  });

  it('shows people the accounts and, below them, the totals', async () => {
    const { out } = await balance('--from', '2026-01-15', '--to', '2026-01-15');
    expect(out).toMatch(
      /^Trial balance of 2026-01-15 \(UTC\).*\n\nACCOUNT +CURRENCY +DEBIT +CREDIT +BALANCE\nsettlement:pay-in +MXN +3000\.01 +0\.00 +3000\.01\n/,
    );
    expect(out).toMatch(/\nTOTAL +MXN +3000\.01 +3000\.01 +0\.00\n$/);
  });

  it('sums up the movements of one partner', async () => {
    const other = newId(DAY);
    await fly(anOnRamp({ id: newId(DAY), userId: newId(DAY), partnerId: other }), [['DEPOSIT_RECEIVED', OTHER_DAY]]);
    const period = ['--from', '2026-01-21', '--to', '2026-01-21'];
    const { out } = await balance(...period, '--partner', other, '--json');
    const totals = [{ currency: 'MXN', debit: '1000.00', credit: '1000.00' }];
    expect(JSON.parse(out)).toMatchObject({ partner: other, totals });
    expect((await balance(...period, '--partner', ACME)).out).toBe('Nothing was booked on 2026-01-21.\n');
  });

  it('gives its rows as CSV', async () => {
    const { out } = await balance('--from', '2026-01-15', '--to', '2026-01-15', '--csv');
    expect(out.split('\n')).toEqual([
      'account,currency,debit,credit,balance',
      'settlement:pay-in,MXN,3000.01,0.00,3000.01',
      `user:${ANA},MXN,0.00,2000.01,-2000.01`,
      `user:${BEN},MXN,0.00,1000.00,-1000.00`,
      'TOTAL,MXN,3000.01,3000.01,0.00',
      '',
    ]);
  });

  it('takes one day when only its end is given, and today when nothing is', async () => {
    expect(JSON.parse((await balance('--to', '2026-01-16', '--json')).out)).toMatchObject({
      from: '2026-01-16',
      totals: [{ currency: 'MXN' }, { currency: 'USD' }],
    });
    const today = new Date().toISOString().slice(0, 10);
    const { code, out } = await balance();
    expect(code).toBe(0);
    // Skips the check if midnight passed during the test.
    if (today === new Date().toISOString().slice(0, 10)) expect(out).toBe(`Nothing was booked on ${today}.\n`);
  });

  it('shows what does not balance, says so and fails', async () => {
    const transaction = anOnRamp({ id: newId(LAST_DAY), userId: BEN, partnerId: ACME });
    await fly(transaction, [['DEPOSIT_RECEIVED', LAST_DAY]]);
    const entry = { account: 'platform:position', side: 'DEBIT', amount: '0.01', currency: 'EUR' };
    const key = { PK: 'JOURNAL#2026-01-20#3', SK: 'stray#0000000001' };
    await writeAtomically([putItem({ ...key, entity: 'JOURNAL', partnerId: ACME, entries: [entry] })]);
    const output = await balance('--from', '2026-01-20', '--to', '2026-01-20', '--json');
    expect(output.code).toBe(1);
    expect(output.error).toBe('The books of 2026-01-20 do not balance. Debits differ from credits: EUR by 0.01.\n');
    expect(JSON.parse(output.out).totals).toMatchObject([
      { currency: 'MXN', balance: '0.00' },
      { currency: 'EUR', balance: '0.01' },
    ]);
  });

  it.each([
    [['--from', '2026-02-30'], '--from must be a day such as'],
    [['--to', '20260115'], '--to must be a day such as'],
    [['--from', '2026-01-16', '--to', '2026-01-15'], '--from 2026-01-16 is after --to 2026-01-15'],
    [['--from', '2025-01-01', '--to', '2026-01-02'], 'span at most 366 days, not 367'],
  ])('does not understand %j', async (args, sentence) => {
    const output = await balance(...args);
    expect(output.code).toBe(2);
    expect(output.error).toContain(sentence);
    expect(output.error).toContain('Usage: npm run -s ops -- books trial-balance');
  });

  it('reads a leap year at once', async () => {
    expect(await balance('--from', '2024-01-01', '--to', '2024-12-31')).toMatchObject({ code: 0 });
  });
});
