import { defineDocs } from '#shared/contract/define-docs';
import { contract as getContract } from './get/contract';

export const getSettlementCalendar = defineDocs(getContract, {
  sdk: ['settlementCalendar.get', 'Reads the business days and the reasons for closed days.'],
  description:
    'Returns the days from `from` to `to`, both included. A day that is not a business day has a `reason`: a weekend or a Mexican bank holiday. By default, the range starts today in Mexico City and has 31 days. A range has at most 366 days. Orders after the cut-off are traded on the next business day.',
  parameters: {
    from: 'First day. Default: today in Mexico City.',
    to: 'Last day. Default: a range of 31 days. Maximum: 366 days.',
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
