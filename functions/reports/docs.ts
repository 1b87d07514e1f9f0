import { defineDocs } from '#shared/contract/define-docs';
import { contract as settlementContract } from './settlement/contract';

export const getSettlementReport = defineDocs(settlementContract, {
  sdk: ['reports.getSettlement', 'Reads what was paid in, paid out, charged and given back on a day.'],
  sdkFile: ['reports.getSettlementCsv', 'Downloads the same rows as a CSV file.'],
  description:
    'Returns what your transactions moved on a day (UTC), by currency: `deposits` that came in, `payouts` that left, our `fees`, and `returns`, which is what was given back to users less the payouts that came back. `net` is `deposits` less the other three, and `count` the number of movements at banks and chains. Amounts are decimal text. The report of a day is `OPEN` while it may still grow, and `FINAL` from 00:15 UTC of the next day on: the same bytes for ever. A movement that is booked for a day whose report you have been given as final is a row of `corrections` of the day on which it came. With `Accept: text/csv` the response is the same rows as a file, corrections behind the day. Days before this report was introduced are empty.',
  parameters: { date: 'The day, `YYYY-MM-DD`, today at the latest.' },
  example: {
    query: { date: '2026-11-23' },
    data: {
      date: '2026-11-23',
      status: 'OPEN',
      currencies: [
        {
          ...{ currency: 'MXN', deposits: '4000.02', payouts: '0.00', fees: '40.00', returns: '2000.01' },
          ...{ net: '1960.01', count: 3 },
        },
        {
          ...{ currency: 'USD', deposits: '0.00', payouts: '97.28', fees: '0.00', returns: '0.00' },
          ...{ net: '-97.28', count: 1 },
        },
      ],
      corrections: [],
    },
  },
});
