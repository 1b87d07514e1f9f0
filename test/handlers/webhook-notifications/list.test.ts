import { expect, it } from 'vitest';
import { contract } from '#functions/webhook-notifications/list/contract';
import { handler } from '#functions/webhook-notifications/list/handler';
import { insufficientScope } from '#shared/api/problems';
import { requestRateKey } from '#shared/dynamodb/keys';
import { readItem } from '#shared/dynamodb/table';
import type { KeyScope } from '#shared/partners/domain/key-scopes';
import { toNotificationSummary } from '#shared/webhooks/response';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { ORDER_ID, storeAttempted, storeNotification } from '#test/support/handlers/notifications';
import { createWorld, type World } from '#test/support/handlers/world';

describeEndpoint(contract, handler, {
  request: async (world) => {
    await storeAttempted(world, 'SENT');
    return {};
  },
  refuses: [
    ...['limit=101', 'skip=x', 'sortBy=status', 'status=LOST', 'eventType=CREATED', 'eventType=', 'sortOrder=up'],
    ...['status=sent', 'userId=no-id', 'transactionId=no-id', 'createdFrom=yesterday', 'createdTo=2026-02-30'],
    ...['cursor=nonsense', 'event=CREATED_ON_RAMP'],
  ],
});

const USER = '019bc1c5-0000-7000-8000-00000000000a';

/**
 * Stores four notifications, one second apart: two about a transaction (created, cancelled), one about a verification of the same
 * user, and an unsent notification about another transaction.
 */
async function four(world: World) {
  const second = () => world.advance(1000);
  const created = await storeAttempted(world, 'SENT', { event: 'CREATED_ON_RAMP', userId: USER });
  second();
  const cancelled = await storeAttempted(world, 'FAILED', { sequence: 2, userId: USER });
  second();
  const subject = { kind: 'USER', id: USER } as const;
  const verified = await storeNotification(world, 1, { subject, event: 'VERIFIED_USER', userId: USER });
  second();
  const other = { kind: 'TX', id: '019bc1c5-0000-7000-8000-000000000002' } as const;
  const unsent = await storeNotification(world, 1, { subject: other, event: 'CREATED_ON_RAMP', deliver: false });
  return [created, cancelled, verified, unsent].map(toNotificationSummary);
}

const list = (world: World, query: Readonly<Record<string, string>>) => world.call(handler, { query });

it('shows what is known of each, without its payload', async () => {
  const world = await createWorld('listWebhookNotifications');
  const { id } = await storeAttempted(world, 'SENT');
  const at = '2026-01-15T12:00:00.000Z';
  const data = [
    {
      ...{ id, eventType: 'CANCELLED_ON_RAMP', status: 'SENT', retryAttempts: 1, manualRetryCount: 0 },
      ...{ createdAt: at, updatedAt: '2026-01-15T12:00:00.040Z' },
    },
  ];
  expect((await list(world, {})).body).toEqual({ success: true, data: { count: 1, total: 1, data } });
});

it.each([
  ['all of them, newest first', {}, [3, 2, 1, 0]],
  ['the oldest first', { sortOrder: 'asc' }, [0, 1, 2, 3]],
  ['those of a status', { status: 'FAILED' }, [1]],
  ['those of an event', { eventType: 'CREATED_ON_RAMP' }, [3, 0]],
  ['those of a status and an event', { status: 'SENT', eventType: 'CREATED_ON_RAMP' }, [0]],
  ['those of a user', { userId: USER.toUpperCase() }, [2, 1, 0]],
  ['those of a user and a status', { userId: USER, status: 'PENDING' }, [2]],
  ['those of a user, an event and a status', { userId: USER, eventType: 'CREATED_ON_RAMP', status: 'SENT' }, [0]],
  ['those of a user up to an instant', { userId: USER, createdTo: '2026-01-15T12:00:01.000Z' }, [1, 0]],
  ['those of a user and a transaction', { userId: USER, transactionId: ORDER_ID }, [1, 0]],
  ['none of another user and a transaction', { userId: ORDER_ID, transactionId: ORDER_ID }, []],
  ['those from an instant on', { createdFrom: '2026-01-15T12:00:02.000Z' }, [3, 2]],
  ['those up to an instant', { createdTo: '2026-01-15T12:00:01.000Z' }, [1, 0]],
  ['those of a range', { createdFrom: '2026-01-15T12:00:01Z', createdTo: '2026-01-15T12:00:02Z' }, [2, 1]],
  ['none of a range that ends before it begins', { createdFrom: '2026-01-16', createdTo: '2026-01-15' }, []],
  ['those of a transaction', { transactionId: ORDER_ID.toUpperCase() }, [1, 0]],
  ['those of a transaction, oldest first', { transactionId: ORDER_ID, sortOrder: 'asc' }, [0, 1]],
  ['those of a transaction and a status', { transactionId: ORDER_ID, status: 'SENT' }, [0]],
  ['those of a transaction and an event', { transactionId: ORDER_ID, eventType: 'CANCELLED_ON_RAMP' }, [1]],
  ['those of a transaction in a range', { transactionId: ORDER_ID, createdTo: '2026-01-15T12:00:00Z' }, [0]],
  ['none of an unknown transaction', { transactionId: USER }, []],
])('lists %s', async (_, query, positions) => {
  const world = await createWorld('listWebhookNotifications');
  const all = await four(world);
  const data = positions.map((position) => all[position]);
  expect((await list(world, query)).body.data).toEqual({ count: data.length, total: 4, data });
});

it.each([{}, { transactionId: ORDER_ID }, { userId: USER }])(
  'goes on from the cursor of a page of %j',
  async (filter) => {
    const world = await createWorld('listWebhookNotifications');
    const all = await four(world);
    const first = (await list(world, { ...filter, sortOrder: 'asc', limit: '1' })).body.data;
    expect(first).toMatchObject({ total: 4, data: [all[0]], nextCursor: expect.any(String) });
    const cursor = first.nextCursor;
    const second = (await list(world, { ...filter, sortOrder: 'asc', limit: '1', cursor })).body.data;
    expect(second).toMatchObject({ count: first.count, total: 4, data: [all[1]] });
  },
);

it("shows nothing of another partner's, also by a transaction", async () => {
  const world = await createWorld('listWebhookNotifications');
  await four(world);
  const partner = await world.newPartner();
  for (const query of [{}, { transactionId: ORDER_ID }, { userId: USER }]) {
    const response = await world.call(handler, { query, partner });
    expect(response.body.data).toEqual({ count: 0, total: 0, data: [] });
  }
});

it.each([
  [20, 1],
  [100, 4],
])('counts a page of %i notifications as %i requests', async (limit, requests) => {
  const world = await createWorld('listWebhookNotifications');
  for (let sequence = 1; sequence <= limit; sequence += 1) await storeNotification(world, sequence);
  const cost = await world.withVariable('RATE_LIMIT_RPS', '50', async () => {
    expect((await world.call(handler, { query: { limit: String(limit) } })).status).toBe(200);
    const rate = await readItem(requestRateKey(world.partner.id));
    return Number(rate?.fullUs) - Date.now() * 1000;
  });
  expect(cost).toBe((requests * 1_000_000) / 50);
});

it('shows a restricted key the notifications whose subjects it may read', async () => {
  const world = await createWorld('listWebhookNotifications');
  const all = await four(world);
  const read = async (query: Readonly<Record<string, string>>, ...scopes: readonly KeyScope[]) =>
    world.call(handler, { query, partner: await world.restricted('webhooks:read', ...scopes) });
  const data = (positions: readonly number[]) => positions.map((position) => all[position]);
  expect((await read({})).body.data.data).toEqual([]);
  expect((await read({}, 'kyc:read')).body.data).toMatchObject({ count: 1, data: data([2]) });
  expect((await read({ status: 'PENDING', userId: USER }, 'kyc:read')).body.data.data).toEqual(data([2]));
  expect((await read({ status: 'SENT' }, 'kyc:read')).body.data.data).toEqual([]);
  expect((await read({}, 'transactions:write')).body.data.data).toEqual(data([3, 1, 0]));
  const first = (await read({ limit: '1' }, 'transactions:read', 'kyc:read')).body.data;
  expect(first).toMatchObject({ count: 4, data: data([3]) });
  const refused = refusal(insufficientScope('transactions:read'));
  expect(await read({ transactionId: ORDER_ID }, 'kyc:read')).toMatchObject(refused);
  expect(await read({ eventType: 'CREATED_ON_RAMP' }, 'kyc:read')).toMatchObject(refused);
  expect((await read({ eventType: 'VERIFIED_USER' }, 'kyc:read')).body.data.data).toEqual(data([2]));
});
