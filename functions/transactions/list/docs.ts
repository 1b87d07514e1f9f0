import { defineDocs, wholeList } from '#shared/http/docs';
import { completedCrossRamp } from '#shared/transactions/examples';
import { userId } from '#shared/users/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['transactions.list', 'Lists transactions, newest first unless asked otherwise.'],
  description:
    'Lists your transactions, newest first unless asked otherwise. Filters combine; `fiatCurrency` matches either side, `createdFrom` and `createdTo` are inclusive. For deep reading pass `nextCursor` of a page as `cursor` of the next one. Lists of a status, a type, both, or a user are counted whole. With any other filter, or with dates, one request scans 5,000 transactions at most: where that is not enough, `count` is the number of matches among them, with `countIsLowerBound`, and `nextCursor` goes on after them even where the page is short or empty.',
  example: { query: { status: 'COMPLETED', userId }, data: wholeList(completedCrossRamp) },
});
