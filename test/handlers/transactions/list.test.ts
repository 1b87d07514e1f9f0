import { expect, it } from 'vitest';
import { contract } from '#functions/transactions/list/contract';
import { handler } from '#functions/transactions/list/handler';
import { kindFacts } from '#shared/transactions/domain/status-facts';
import { newId } from '#shared/values/ids';
import { aCrossRamp, anOffRamp, anOnRamp } from '#test/support/builders/transactions';
import { describeEndpoint } from '#test/support/handlers/describe-endpoint';
import { createWorld, type TestResponse, type World } from '#test/support/handlers/world';

describeEndpoint(contract, handler, {
  request: async (world) => {
    await threeTransactions(world);
    return {};
  },
  refuses: [
    ...['limit=0', 'limit=101', 'limit=ten', 'limit=1.5', 'skip=-1', 'sortBy=amount', 'sortOrder=up', 'status=DONE'],
    ...['type=RAMP', 'fiatCurrency=BRL', 'userId=x', 'cursor=abc', 'cursor=?', 'createdFrom=yesterday'],
    ...['createdFrom=2026-02-30', 'createdFrom=2026-02-30T10:00:00Z', 'createdTo=2026-06-31T23:59:59.999-06:00'],
    ...['createdTo=2025-02-29T00:00Z', 'stauts=PENDING', 'id=x'],
  ],
});

/** One of each kind, a second apart, the on-ramp first. */
async function threeTransactions(world: World): Promise<string[]> {
  const ids = [];
  for (const build of [anOnRamp, anOffRamp, aCrossRamp]) {
    ids.push((await world.transaction(build({ id: newId(Date.now()), createdAtMs: Date.now() }))).id);
    world.advance(1000);
  }
  return ids;
}

const listed = ({ body }: TestResponse): string[] => body.data.data.map(({ id }: { id: string }) => id);

it('shows the newest first, with their number', async () => {
  const world = await createWorld('listTransactions');
  const ids = await threeTransactions(world);
  const response = await world.call(handler);
  expect(listed(response)).toEqual(ids.toReversed());
  expect(response.body.data).toMatchObject({ count: 3, total: 3 });
});

it.each([
  ['type', { type: 'OFF_RAMP' }, [1]],
  ['status', { status: 'PENDING_PAYMENT' }, [0, 1]],
  ['status and type', { status: 'PENDING_PAYMENT', type: 'ON_RAMP' }, [0]],
  ['fiat currency of either side', { fiatCurrency: 'USD' }, [2]],
  ['user', { userId: anOnRamp().userId }, [0, 1, 2]],
  ['user who has none', { userId: '019bc1c5-0000-7000-8000-0000000000ff' }, []],
  ['time', { createdFrom: '2026-01-15T12:00:01Z', createdTo: '2026-01-15T12:00:01Z' }, [1]],
])('finds transactions by %s', async (_, query, found) => {
  const world = await createWorld('listTransactions');
  const ids = await threeTransactions(world);
  expect(listed(await world.call(handler, { query })).toSorted()).toEqual(found.map((index) => ids[index]));
});

it.each([
  ['its id', {}, 1],
  ['its id in capitals', { id: anOnRamp().id.toUpperCase() }, 1],
  ['its id and a filter that it matches', { type: 'ON_RAMP', status: 'PENDING_PAYMENT' }, 1],
  ['its id and a filter that it does not match', { type: 'OFF_RAMP' }, 0],
  ['an id that is not known', { id: anOnRamp().userId }, 0],
])('finds one transaction by %s, and not for another partner', async (_, filter, count) => {
  const world = await createWorld('listTransactions');
  const { id } = await world.transaction(anOnRamp());
  const query = { id, ...filter };
  const { data } = (await world.call(handler, { query })).body;
  expect(data).toMatchObject({ count, total: 1, data: count === 0 ? [] : [{ id }] });
  const foreign = await world.call(handler, { query, partner: await world.newPartner() });
  expect(foreign.body.data).toMatchObject({ count: 0, total: 0, data: [] });
});

it('goes on from page to page by the cursor', async () => {
  const world = await createWorld('listTransactions');
  const ids = await threeTransactions(world);
  const first = await world.call(handler, { query: { limit: '2' } });
  const { nextCursor: cursor } = first.body.data;
  const second = await world.call(handler, { query: { limit: '2', cursor } });
  expect([...listed(first), ...listed(second)]).toEqual(ids.toReversed());
  expect(second.body.data.nextCursor ?? null).toBeNull();
});

it("shows no other partner's transactions", async () => {
  const world = await createWorld('listTransactions');
  await threeTransactions(world);
  const response = await world.call(handler, { partner: await world.newPartner() });
  expect(response.body.data).toEqual({ count: 0, total: 0, data: [] });
});

it('shows a transaction past its deadline as expired, and no longer under its stored status', async () => {
  const world = await createWorld('listTransactions');
  await world.transaction(anOnRamp());
  world.advance(kindFacts.ON_RAMP.expiryMs);
  expect((await world.call(handler)).body.data.data).toMatchObject([{ status: 'EXPIRED' }]);
  expect(listed(await world.call(handler, { query: { status: 'PENDING_PAYMENT' } }))).toEqual([]);
});
