import { expect, it } from 'vitest';
import { contract } from '#functions/receivers/list/contract';
import { handler } from '#functions/receivers/list/handler';
import { createReceiver, deleteReceiver } from '#shared/receivers/repository';
import { toReceiverResponse } from '#shared/receivers/response';
import { aReceiver } from '#test/support/builders/receivers';
import { describeEndpoint } from '#test/support/handlers/describe-endpoint';
import { createWorld, type World } from '#test/support/handlers/world';

describeEndpoint(contract, handler, {
  request: async (world) => {
    await createReceiver(aReceiver(await world.user()));
    return {};
  },
  refuses: [
    ...['limit=0', 'limit=101', 'skip=-1', 'sortBy=name', 'sortOrder=up', 'cursor=nonsense', 'userId=no-id'],
    ...['receiverType=PERSON', 'type=BUSINESS'],
  ],
});

/** Creates a business and a person that one user pays, and a business that another user pays, one second apart. */
async function threeReceivers(world: World) {
  const [ana, luz] = [await world.user(), await world.user()];
  const created = [];
  for (const [user, type] of [
    [ana, 'BUSINESS'],
    [ana, 'INDIVIDUAL'],
    [luz, 'BUSINESS'],
  ] as const) {
    const receiver = aReceiver(user, { receiverType: type });
    await createReceiver(receiver);
    created.push(receiver);
    world.advance(1000);
  }
  return { ana, created, shown: created.map(toReceiverResponse) };
}

it.each([
  [{}, [2, 1, 0]],
  [{ sortOrder: 'asc' }, [0, 1, 2]],
  [{ receiverType: 'BUSINESS' }, [2, 0]],
  [{ skip: '1', limit: '1' }, [1]],
  [{ skip: '9' }, []],
  [{ sortOrder: 'asc', limit: '2' }, [0, 1]],
])('lists the receivers of %j', async (query, positions) => {
  const world = await createWorld('listReceivers');
  const { shown } = await threeReceivers(world);
  const response = await world.call(handler, { query });
  const count = 'receiverType' in query ? 2 : 3;
  const data = positions.map((position) => shown[position]);
  expect(response.body.data).toMatchObject({ count, total: 3, data });
  expect(response.body.data.data).toHaveLength(positions.length);
});

it('lists those of one user, and combines filters', async () => {
  const world = await createWorld('listReceivers');
  const { ana, shown } = await threeReceivers(world);
  const list = (query: Record<string, string>) => world.call(handler, { query });
  expect((await list({ userId: ana.id })).body.data).toEqual({ count: 2, total: 3, data: [shown[1], shown[0]] });
  const unknown = await list({ userId: '019bc1c5-0000-7000-8000-0000000000ff' });
  expect(unknown.body.data).toEqual({ count: 0, total: 3, data: [] });
  const both = await list({ userId: ana.id.toUpperCase(), receiverType: 'INDIVIDUAL' });
  expect(both.body.data).toEqual({ count: 1, total: 3, data: [shown[1]] });
});

it('goes on from the cursor of a page', async () => {
  const world = await createWorld('listReceivers');
  const { shown } = await threeReceivers(world);
  const first = await world.call(handler, { query: { limit: '2' } });
  const cursor = first.body.data.nextCursor;
  expect(first.body.data).toEqual({ count: 3, total: 3, data: [shown[2], shown[1]], nextCursor: cursor });
  const second = await world.call(handler, { query: { limit: '2', cursor } });
  expect(second.body.data).toEqual({ count: 3, total: 3, data: [shown[0]] });
});

it("leaves out deleted ones and another partner's", async () => {
  const world = await createWorld('listReceivers');
  const { created, shown } = await threeReceivers(world);
  for (const receiver of created.slice(1)) await deleteReceiver(receiver, [], Date.now());
  const { id: partnerId } = await world.newPartner();
  await createReceiver(aReceiver(await world.user({ partnerId })));
  expect((await world.call(handler)).body.data).toEqual({ count: 1, total: 1, data: [shown[0]] });
});
