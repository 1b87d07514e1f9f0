import { expect, it } from 'vitest';
import { readQuery } from '#ops/console/browser/query';

const ID = '019a0000-0000-7000-8000-000000000000';
const HASH = `0x${'ab'.repeat(32)}`;
const TODAY = '2026-11-27';

it.each([
  ['tx:019a', [['transaction show', { id: '019a' }]]],
  [' Email: Ana@example.com ', [['user find', { email: 'Ana@example.com' }]]],
  [HASH, [['transaction list', { hash: HASH }]]],
  ['status:FAILED', [['transaction list', { status: 'FAILED' }]]],
  ['day:2026-03-03', [['transaction list', { day: '2026-03-03' }]]],
  ['amount:2000.01', [['transaction list', { day: TODAY, amount: '2000.01' }]]],
  [
    'amount:2000.01  Day:2026-03-03 tail:0007 rail:MBAN01',
    [['transaction list', { day: '2026-03-03', amount: '2000.01', 'account-ends': '0007', rail: 'MBAN01' }]],
  ],
] as const)('reads %j', (typed, calls) => {
  expect(readQuery(typed, TODAY)).toEqual({ calls, isGuess: false });
});

it.each([
  [ID, ['transaction show', 'user find', 'partner show', 'notification show', 'user find']],
  ['ana@example.com', ['user find', 'user find']],
  ['PR01 2345 6789 ABCD', ['transaction list', 'user find', 'transaction list', 'transaction list']],
  // A key beside what is no pair belongs to the text.
  ['amount:5 and more', ['transaction list', 'user find', 'transaction list', 'transaction list']],
])('guesses at %j by its form', (typed, verbs) => {
  const { calls, isGuess } = readQuery(typed, TODAY);
  expect([calls.map(([verb]) => verb), isGuess]).toEqual([verbs, true]);
});
