import { defineDocs } from '#shared/contract/define-docs';
import { contract as settlementContract } from './settlement/contract';

export const getSettlementReport = defineDocs(settlementContract, {
  sdk: ['reports.getSettlement', 'Reads the deposits, payouts, fees and returns of a day.'],
  sdkFile: ['reports.getSettlementCsv', 'Downloads the same rows as a CSV file.'],
  description:
    'Returns the movements of your transactions on a day (UTC), by currency: `deposits`, `payouts`, our `fees`, and `returns`. `returns` is the amount that we returned to users, minus the payouts that banks returned. `net` is `deposits` minus the other three amounts. `count` is the number of movements at banks and on blockchains. Amounts are decimal text. The report of a day is `OPEN` while the amounts can still change. From 00:15 UTC of the next day, the report is `FINAL` and its bytes never change. After you receive the final report of a day, we book further movements of this day as `corrections`. Each correction is in the report of the day on which we book it. With `Accept: text/csv`, the response contains the same rows as a file, corrections last. Days before the introduction of this report are empty.',
  parameters: { date: 'The day, `YYYY-MM-DD`. Must not be in the future.' },
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
