import { expect, it } from 'vitest';
import { contract } from '#functions/reports/settlement/contract';
import { handler } from '#functions/reports/settlement/handler';
import { invalidInput } from '#shared/api/problems';
import { addMovements } from '#shared/transactions/settlement/repository';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { createWorld } from '#test/support/handlers/world';

describeEndpoint(contract, handler, { request: () => ({ query: { date: '2026-01-14' } }) });

it('sums up the movements of the caller alone, and is final from a quarter past the end of the day on', async () => {
  const world = await createWorld('getSettlementReport');
  const sums = { deposits: 200_001n, payouts: 0n, fees: 2_000n, returns: 0n, count: 1n };
  for (const [partnerId, seq] of [
    [world.partner.id, '1'],
    ['another', '2'],
  ] as const)
    await addMovements(
      { partnerId, day: '2026-01-15', shard: '0' },
      [{ seq, delta: new Map([['MXN', sums]]) }],
      '2026-01-15',
    );
  const read = async () => (await world.call(handler, { query: { date: '2026-01-15' } })).body;
  const row = {
    currency: 'MXN',
    deposits: '2000.01',
    payouts: '0.00',
    fees: '20.00',
    returns: '0.00',
    net: '1980.01',
    count: 1,
  };
  const report = { date: '2026-01-15', status: 'OPEN', currencies: [row], corrections: [] };
  expect(await read()).toEqual({ success: true, data: report });
  world.advance(Date.parse('2026-01-16T00:15:00Z') - Date.now());
  expect(await read()).toEqual({ success: true, data: { ...report, status: 'FINAL' } });
});

it('stores nothing of days of long ago without movements', async () => {
  const world = await createWorld('getSettlementReport');
  const before = world.table.items().length;
  const response = await world.call(handler, { query: { date: '1999-12-31' } });
  expect(response.body).toMatchObject({ data: { status: 'FINAL', currencies: [] } });
  expect(world.table.items()).toHaveLength(before);
});

it('is a file for whom takes CSV', async () => {
  const world = await createWorld('getSettlementReport');
  const response = await world.call(handler, { query: { date: '2026-01-15' }, headers: { accept: 'text/csv' } });
  expect(response).toMatchObject({ status: 200, headers: { 'content-type': 'text/csv; charset=utf-8' } });
});

it.each(['2026-01-16', '2027-01-01'])('refuses the day %s, which has not begun', async (date) => {
  const world = await createWorld('getSettlementReport');
  const problem = invalidInput([{ field: 'date', message: 'Must not be in the future' }]);
  expect(await world.call(handler, { query: { date } })).toMatchObject(refusal(problem));
});
