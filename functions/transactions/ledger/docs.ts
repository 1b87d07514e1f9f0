import type { ResponseData } from '#shared/api/response-schemas';
import { defineDocs, wholeList } from '#shared/http/docs';
import { crossRamp } from '#shared/transactions/examples';
import { userId } from '#shared/users/examples';
import { contract } from './contract';

function entry(
  [debit, credit]: readonly [string, string],
  [amount, currency]: readonly [string, string],
  cause: string,
  second: string,
): ResponseData<'LedgerLine'>[] {
  const rest = { amount, currency, at: `2026-01-15T16:30:${second}Z`, cause };
  return [
    { account: debit, side: 'DEBIT', ...rest },
    { account: credit, side: 'CREDIT', ...rest },
  ];
}

const user = `user:${userId}`;

export const docs = defineDocs(contract, {
  sdk: ['transactions.listLedger', 'Reads the ledger entries of a transaction.'],
  description:
    'Returns the double entries of a transaction, oldest first. Per currency, debits equal credits at every step. Amounts are decimal text.',
  example: {
    path: { id: crossRamp.id },
    data: wholeList(
      ...entry(['settlement:pay-in', user], ['2000.01', 'MXN'], 'DEPOSIT_RECEIVED', '12.379'),
      ...entry([user, 'platform:fees'], ['25.00', 'MXN'], 'CONVERSION_COMPLETED', '16.390'),
      ...entry([user, 'platform:position'], ['1975.01', 'MXN'], 'CONVERSION_COMPLETED', '16.390'),
      ...entry(['platform:position', user], ['106.42', 'USD'], 'CONVERSION_COMPLETED', '16.390'),
      ...entry([user, 'settlement:pay-out'], ['106.42', 'USD'], 'PAYOUT_COMPLETED', '20.401'),
    ),
  },
});
