import { expect, it } from 'vitest';
import { readQuery, searchKeys } from '#ops/console/browser/query';

const ID = '019a0000-0000-7000-8000-000000000000';
const HASH = `0x${'ab'.repeat(32)}`;

const DAY = '2026-03-03';
const list = (options: Readonly<Record<string, string>>) => [['transaction list', options]];

it.each([
  ['tx:019a', [['transaction show', { id: '019a' }]]],
  [' Email: Ana@example.com ', [['user find', { email: 'Ana@example.com' }]]],
  [HASH, list({ hash: HASH })],
  ['order: order-2087', list({ 'external-id': 'order-2087' })],
  ['status:FAILED', list({ status: 'FAILED' })],
  ['reference: Invoice 1042', list({ reference: 'Invoice 1042' })],
  ['day:2026-03-03', list({ day: DAY })],
  ['2026-03-03', list({ day: DAY })],
  ['2026/03/03', list({ day: DAY })],
  ['03.03.2026', list({ day: DAY })],
  ['2026-02-30', list({ day: '2026-02-30' })],
  ['amount:2000.01', list({ amount: '2000.01' })],
  ['amount:2,000.01', list({ amount: '2000.01' })],
  ['3456.78', list({ amount: '3456.78' })],
  ['3,456.78', list({ amount: '3456.78' })],
  ['3 456.78', list({ amount: '3456.78' })],
  ['3.456,78', list({ amount: '3456.78' })],
  ['3456,78', list({ amount: '3456.78' })],
  ['1,234,567', list({ amount: '1234567' })],
  ['$3,456.78', list({ amount: '3456.78' })],
  ['MX$ 3,456.78', list({ amount: '3456.78' })],
  ['3456.78 MXN', list({ amount: '3456.78' })],
  ['usd 3456', list({ amount: '3456' })],
  ['3456 2026-03-03', list({ day: DAY, amount: '3456' })],
  ['2026-03-03 3,456.78 MXN', list({ day: DAY, amount: '3456.78' })],
  ['Invoice 1042 2026-03-03', list({ day: DAY, reference: 'Invoice 1042' })],
  [
    'amount:2000.01  Day:2026-03-03 tail:0007 rail:MBAN01',
    list({ day: DAY, amount: '2000.01', 'account-ends': '0007', rail: 'MBAN01' }),
  ],
] as const)('reads %j', (typed, calls) => {
  expect(readQuery(typed)).toEqual({ calls, isGuess: false });
});

const list3 = ['transaction list', 'transaction list', 'transaction list'];
const text = ['transaction list', 'user find', ...list3, 'transaction list'];
it.each([
  [ID, ['transaction show', 'user find', 'partner show', 'notification show', 'user find', 'transaction list']],
  ['ana@example.com', ['user find', 'user find', 'transaction list']],
  ['PR01 2345 6789 ABCD', text],
  ['Invoice 1042', text],
  // Digits can be an amount (up to twelve digits) or an account number.
  ['3456', ['transaction list', ...text]],
  ['123 456 789 012', ['transaction list', ...text]],
  ['646180110400000007', text],
  // If there is other text after a `name:value` pair, the whole input is searched as text.
  ['amount:5 and more', text],
])('guesses at %j by its form', (typed, verbs) => {
  const { calls, isGuess } = readQuery(typed);
  expect([calls.map(([verb]) => verb), isGuess]).toEqual([verbs, true]);
});

it('shows each key that it reads', () => {
  for (const key of Object.keys(searchKeys)) expect(readQuery(`${key}:7`)).toMatchObject({ isGuess: false });
});
