import { expect, it } from 'vitest';
import { contract } from '#functions/settlement-calendar/get/contract';
import { handler } from '#functions/settlement-calendar/get/handler';
import { invalidInput } from '#shared/api/problems';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { createWorld } from '#test/support/handlers/world';

describeEndpoint(contract, handler, { request: () => ({ query: { country: 'MX' } }), usesTable: false });

const calendar = async (query: Readonly<Record<string, string>>) => {
  const world = await createWorld('getSettlementCalendar');
  return world.call(handler, { query: { country: 'MX', ...query } });
};

it('says of each day whether it is a business day, and if not, why', async () => {
  const { status, body } = await calendar({ from: '2026-04-01', to: '2026-04-06' });
  const closed = (date: string, reason: string) => ({ date, businessDay: false, reason });
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      success: true,
      data: {
        ...{ country: 'MX', timeZone: 'America/Mexico_City', cutOff: '18:00' },
        days: [
          { date: '2026-04-01', businessDay: true, reason: null },
          closed('2026-04-02', 'Holy Thursday'),
          closed('2026-04-03', 'Good Friday'),
          closed('2026-04-04', 'Weekend'),
          closed('2026-04-05', 'Weekend'),
          { date: '2026-04-06', businessDay: true, reason: null },
        ],
      },
    },
  });
});

it.each([
  ['today and 31 days', {}, 31, '2026-01-15', '2026-02-14'],
  ['31 days from a day', { from: '2026-12-20' }, 31, '2026-12-20', '2027-01-19'],
  ['today until a day', { to: '2026-01-16' }, 2, '2026-01-15', '2026-01-16'],
  ['a leap year', { from: '2028-01-01', to: '2028-12-31' }, 366, '2028-01-01', '2028-12-31'],
])('covers %s', async (_, query, count, first, last) => {
  const { days } = (await calendar(query)).body.data;
  expect([days.length, days[0].date, days.at(-1).date]).toEqual([count, first, last]);
});

it('begins on the day that it is in Mexico City', async () => {
  const world = await createWorld('getSettlementCalendar');
  world.advance(17.5 * 3_600_000);
  const { body } = await world.call(handler, { query: { country: 'MX' } });
  expect([new Date().toISOString(), body.data.days[0].date]).toEqual(['2026-01-16T05:30:00.000Z', '2026-01-15']);
});

const noDate = 'Must be a date (YYYY-MM-DD)';

it.each([
  ['another country', { country: 'US' }, { country: 'Must be one of MX' }],
  ['a day that does not exist', { from: '2026-02-30' }, { from: noDate }],
  ['words', { from: 'soon', to: 'later' }, { from: noDate, to: noDate }],
  ['an end before the start', { from: '2026-03-02', to: '2026-03-01' }, { to: 'Must not be before from' }],
  ['an end before today', { to: '2026-01-14' }, { to: 'Must not be before from' }],
  ['more than a year', { from: '2026-01-01', to: '2027-01-02' }, { to: 'Must leave a range of at most 366 days' }],
])('refuses %s', async (_, query, errors) => {
  const problem = invalidInput(Object.entries(errors).map(([field, message]) => ({ field, message })));
  expect(await calendar(query)).toMatchObject(refusal(problem));
});

it('needs a country', async () => {
  const world = await createWorld('getSettlementCalendar');
  const response = await world.call(handler, { query: { from: '2026-01-01', to: '2026-01-02' } });
  expect(response).toMatchObject(refusal(invalidInput([{ field: 'country', message: 'Must be one of MX' }])));
});
