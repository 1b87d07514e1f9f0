import { defineDocs } from '#shared/contract/define-docs';
import { contract as getContract } from './get/contract';

export const getSettlementCalendar = defineDocs(getContract, {
  sdk: ['settlementCalendar.get', 'Reads which days count, and why the others do not.'],
  description:
    'Returns the days from `from` to `to`, both included, with the reason of each that is no business day: a weekend or a Mexican bank holiday. Without `from` it begins today in Mexico City, without `to` it holds 31 days; a range has at most 366. Orders after the cut-off are traded on the next business day.',
  parameters: {
    from: 'First day; today in Mexico City by default.',
    to: 'Last day, at most 366 days in all; 31 days by default.',
  },
  example: {
    query: { country: 'MX', from: '2026-04-01', to: '2026-04-06' },
    data: {
      country: 'MX',
      timeZone: 'America/Mexico_City',
      cutOff: '18:00',
      days: [
        { date: '2026-04-01', businessDay: true, reason: null },
        { date: '2026-04-02', businessDay: false, reason: 'Holy Thursday' },
        { date: '2026-04-03', businessDay: false, reason: 'Good Friday' },
        { date: '2026-04-04', businessDay: false, reason: 'Weekend' },
        { date: '2026-04-05', businessDay: false, reason: 'Weekend' },
        { date: '2026-04-06', businessDay: true, reason: null },
      ],
    },
  },
});
