import { expect, it } from 'vitest';
import { readSearch } from '#site/console/partner/query';

const ID = '019bc2bd-abc0-7f29-b01c-8a6e4d27f593';
const DAY = { createdFrom: '2026-03-03', createdTo: '2026-03-03T23:59:59.999Z' };
const ownId = (text: string) => ({ transactions: [{ externalId: text }], users: [{ externalUserId: text }] });

it.each([
  [ID, { transactions: [{ id: ID }, { userId: ID }, { externalId: ID }], users: [{ externalUserId: ID }] }],
  [
    'ana@example.com',
    { ...ownId('ana@example.com'), users: [{ email: 'ana@example.com' }, { externalUserId: 'ana@example.com' }] },
  ],
  [' Order 1042 ', ownId('Order 1042')],
  ['order-1042', ownId('order-1042')],
  ['1042', { ...ownId('1042'), transactions: [{ externalId: '1042' }, { amount: 1042 }] }],
  ['2,000.01 MXN', { ...ownId('2,000.01 MXN'), transactions: [{ externalId: '2,000.01 MXN' }, { amount: 2000.01 }] }],
  ['2026-03-03', { transactions: [DAY], users: [] }],
  ['2000.01 2026-03-03', { transactions: [{ ...DAY, amount: 2000.01 }], users: [] }],
  ['03.03.2026 2.000,01 €', { transactions: [{ ...DAY, amount: 2000.01 }], users: [] }],
  ['payroll 2026-03-03', ownId('payroll 2026-03-03')],
])('searches for %j by its form', (typed, queries) => {
  expect(readSearch(typed)).toEqual(queries);
});
