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
    ...['createdTo=2025-02-29T00:00Z', 'stauts=PENDING', 'id=x', 'externalId=', `externalId=${'x'.repeat(129)}`],
    ...[
      'amount=',
      'amount=0',
      'amount=-1',
      'amount=1,5',
      'amount=ten',
      'amount=0x10',
      'amount=1e126',
      'amount=5e-324',
      'metadata=a',
    ],
  ],
});

/** Creates a transaction of each type, one second apart, the on-ramp first. */
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
  ['amount that is paid in', { amount: '1000' }, [0]],
  ['amount that is paid out', { amount: '53.129' }, [0]],
  ['the same amount as text of other digits', { amount: '1000.00' }, [0]],
  ['amount and currency', { amount: '903.6', fiatCurrency: 'MXN' }, [1]],
  ['amount and another currency', { amount: '903.6', fiatCurrency: 'USD' }, []],
  ['amount and status', { amount: '50', status: 'PENDING_PAYMENT' }, [1]],
  ['amount and time', { amount: '2000.01', createdFrom: '2026-01-15', createdTo: '2026-01-16' }, [2]],
  ['an amount that none has', { amount: '1e-6' }, []],
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
  ['its id, amount and external id', { amount: '1000', externalId: 'a' }, 1],
  ['its id and another amount', { amount: '1001' }, 0],
  ['its id and an external id in other letters', { externalId: 'A' }, 0],
  ['an id that is not known', { id: anOnRamp().userId }, 0],
])('finds one transaction by %s, and not for another partner', async (_, filter, count) => {
  const world = await createWorld('listTransactions');
  const { id } = await world.transaction(anOnRamp({ externalId: 'a' }));
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

/** Creates `count` on-ramps with one external id, one second apart. Every second on-ramp is cancelled. */
async function manyOf(world: World, externalId: string, count: number): Promise<string[]> {
  const ids = [];
  for (let at = 0; at < count; at += 1) {
    const stored = { id: newId(Date.now()), createdAtMs: Date.now(), externalId };
    const ended = at % 2 === 0 ? {} : ({ status: 'CANCELLED', deadlineMs: undefined } as const);
    ids.push((await world.transaction(anOnRamp({ ...stored, ...ended }))).id);
    world.advance(1000);
  }
  return ids;
}

it.each([
  ['the external id', {}, [2, 1, 0], 3],
  ['with a status', { status: 'CANCELLED' }, [1], 1],
  ['with a status, the oldest first', { status: 'PENDING_PAYMENT', sortOrder: 'asc' }, [0, 2], 2],
  ['with a status, one skipped', { status: 'PENDING_PAYMENT', skip: '1' }, [0], 2],
  ['with a status and another type', { status: 'CANCELLED', type: 'OFF_RAMP' }, [], 0],
  ['with its type and user', { type: 'ON_RAMP', userId: anOnRamp().userId }, [2, 1, 0], 3],
  ['with another user', { userId: '019bc1c5-0000-7000-8000-0000000000ff' }, [], 0],
  ['with an amount', { amount: '1000' }, [2, 1, 0], 3],
  ['with another amount', { amount: '999' }, [], 0],
  ['with a time', { createdTo: '2026-01-15T12:00:01Z' }, [1, 0], 2],
])('finds transactions by %s', async (_, filter, found, count) => {
  const world = await createWorld('listTransactions');
  await manyOf(world, 'Order 7', 1);
  const ids = await manyOf(world, 'order 7', 3);
  await world.transaction(aCrossRamp());
  const time = 'createdTo' in filter ? { createdTo: new Date(Date.now() - 2000).toISOString() } : {};
  const response = await world.call(handler, { query: { externalId: 'order 7', ...filter, ...time } });
  expect(listed(response)).toEqual(found.map((index) => ids[index]));
  expect(response.body.data).toMatchObject({ count, total: 5 });
  expect(response.body.data).not.toHaveProperty('countIsLowerBound');
  const foreign = await world.call(handler, { query: { externalId: 'order 7' }, partner: await world.newPartner() });
  expect(foreign.body.data).toEqual({ count: 0, total: 0, data: [] });
});

it('reads on through many transactions with an external id and a status', async () => {
  const world = await createWorld('listTransactions');
  const ids = await manyOf(world, 'batch', 130);
  const query = { externalId: 'batch', status: 'CANCELLED', limit: '30' };
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const response = await world.call(handler, { query: { ...query, ...(cursor !== undefined && { cursor }) } });
    expect(response.body.data.countIsLowerBound).toBe(true);
    found.push(...listed(response));
    cursor = response.body.data.nextCursor;
  } while (cursor !== undefined);
  expect(found).toEqual(ids.filter((_, at) => at % 2 === 1).toReversed());
  expect(listed(await world.call(handler, { query: { ...query, skip: '40' } }))).toHaveLength(10);
  const tooFar = await world.call(handler, { query: { ...query, skip: '51' } });
  expect(tooFar).toMatchObject({ status: 400, body: { errors: [{ field: 'skip' }] } });
});
