import { expect, it } from 'vitest';
import { contract } from '#functions/users/list/contract';
import { handler } from '#functions/users/list/handler';
import { invalidInput, malformedApiKey } from '#shared/api/problems';
import { foreignCursor } from '#shared/http/cursor';
import { toUserResponse } from '#shared/users/response';
import { lambdaContext } from '#test/support/gateway-event';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { createWorld } from '#test/support/handlers/world';

describeEndpoint(contract, handler, {
  request: async (world) => {
    await world.user();
    return {};
  },
  refuses: [
    ...['limit=0', 'limit=101', 'limit=x', 'skip=-1', 'sortBy=email', 'sortOrder=up', 'cursor=x', 'type=PERSON'],
    ...['type=business', 'kycStatus=DONE', 'kycStatus=', 'email=', 'externalUserId=', 'status=VERIFIED'],
  ],
});

/** Creates a partner with four users, one second apart, and another partner with one user. */
async function withUsers() {
  const world = await createWorld('listUsers');
  const add = async (overrides: Parameters<typeof world.user>[0]) => {
    world.advance(1000);
    return world.user(overrides);
  };
  await add({ partnerId: (await world.newPartner()).id, email: 'person@example.com', externalUserId: 'p-1' });
  const users = {
    person: await add({ email: 'Person@example.com', externalUserId: 'p-1' }),
    verified: await add({ kycStatus: 'VERIFIED', firstName: 'Ana', lastName: 'García' }),
    business: await add({ type: 'BUSINESS', email: 'acme@example.com', externalUserId: 'b-1' }),
    rejected: await add({ type: 'BUSINESS', kycStatus: 'REJECTED' }),
  };
  return { world, users };
}

it.each([
  [{}, ['rejected', 'business', 'verified', 'person']],
  [{ sortBy: 'createdAt', sortOrder: 'ASC' }, ['person', 'verified', 'business', 'rejected']],
  [{ type: 'INDIVIDUAL' }, ['verified', 'person']],
  [{ kycStatus: 'NOT_STARTED' }, ['business', 'person']],
  [{ type: 'BUSINESS', kycStatus: 'REJECTED' }, ['rejected']],
  [{ type: 'BUSINESS', kycStatus: 'VERIFIED' }, []],
  [{ email: 'PERSON@EXAMPLE.COM' }, ['person']],
  [{ email: 'PERSON@xn--mnchen-3ya.example' }, []],
  [{ email: 'unknown@example.com' }, []],
  [{ externalUserId: 'b-1' }, ['business']],
  [{ externalUserId: 'B-1' }, []],
  [{ email: 'person@example.com', externalUserId: 'b-1' }, []],
  [{ email: 'acme@example.com', type: 'INDIVIDUAL' }, []],
  [{ externalUserId: 'p-1', kycStatus: 'NOT_STARTED' }, ['person']],
  [{ externalUserId: 'p-1', kycStatus: 'REJECTED' }, []],
  [{ email: 'acme@example.com', type: 'BUSINESS' }, ['business']],
  [{ email: 'person@example.com', externalUserId: 'p-1', type: 'INDIVIDUAL', kycStatus: 'NOT_STARTED' }, ['person']],
] as const)("lists the partner's users by %j: %j", async (query, names) => {
  const { world, users } = await withUsers();
  const response = await world.call(handler, { query });
  expect(response.status).toBe(200);
  const data = names.map((name) => toUserResponse(users[name]));
  expect(response.body).toEqual({ success: true, data: { count: names.length, total: 4, data } });
});

it.each([
  [{ limit: '3' }, ['rejected', 'business', 'verified'], true],
  [{ skip: '3', limit: '3' }, ['person'], false],
  [{ skip: '4' }, [], false],
] as const)('shows the page %j', async (query, names, more) => {
  const { world, users } = await withUsers();
  const { count, total, data, nextCursor } = (await world.call(handler, { query })).body.data;
  expect({ count, total, data }).toEqual({
    count: 4,
    total: 4,
    data: names.map((name) => toUserResponse(users[name])),
  });
  expect(nextCursor !== undefined).toBe(more);
});

it.each([
  [{ type: 'BUSINESS', limit: '1' }, 2, ['rejected']],
  [{ email: 'person@example.com', skip: '1' }, 1, []],
] as const)('counts all that match %j, shown or not: %i', async (query, count, names) => {
  const { world, users } = await withUsers();
  const response = await world.call(handler, { query });
  const data = names.map((name) => toUserResponse(users[name]));
  expect(response.body.data).toMatchObject({ count, total: 4, data });
});

it('goes on from where a page ended, also when users were added', async () => {
  const { world, users } = await withUsers();
  const first = await world.call(handler, { query: { limit: '2' } });
  await world.user();
  const next = await world.call(handler, { query: { cursor: first.body.data.nextCursor } });
  expect(next.body.data.data).toEqual([toUserResponse(users.verified), toUserResponse(users.person)]);
});

it.each([
  ['the same key twice', (key: string) => [key, key]],
  ['two keys', (key: string) => [key, 'ramp_sbx_x']],
  ['a key and nothing', (key: string) => [key, '']],
])('refuses %s', async (_, sent) => {
  const world = await createWorld('listUsers');
  const { apiKey } = world.partner;
  const event = world.event({});
  const call = () => handler({ ...event, multiValueHeaders: { 'Partner-Api-Key': sent(apiKey) } }, lambdaContext());
  for (const isKnown of [false, true]) {
    const { statusCode, body } = await call();
    expect({ isKnown, statusCode, body: JSON.parse(body) }).toMatchObject({
      statusCode: 401,
      body: refusal(malformedApiKey()).body,
    });
    await world.useKey();
  }
});

it('refuses a key that is sent under two spellings of its header', async () => {
  const world = await createWorld('listUsers');
  const { apiKey } = world.partner;
  const event = { ...world.event({}), multiValueHeaders: { 'partner-api-key': [apiKey], 'Partner-API-Key': [apiKey] } };
  expect(JSON.parse((await handler(event, lambdaContext())).body)).toMatchObject(refusal(malformedApiKey()).body);
});

it.each([
  ...['limit=05', 'limit=1e1', 'limit=%2B5', 'limit=+5', 'limit=5+', 'limit=5.0', 'limit=', 'limit=0', 'limit=-0'],
  ...['limit=%EF%BC%95', 'limit=0x5', 'limit=1_0', 'limit=00', 'limit=%00', 'limit=Infinity'],
  ...[
    'skip=007',
    'skip=00',
    'skip=1e1',
    'skip=+5',
    'skip=5.0',
    'skip=',
    'skip=-0',
    'skip=%EF%BC%95',
    'skip=99999999999999999',
  ],
])('refuses %s', async (pair) => {
  const world = await createWorld('listUsers');
  const response = await world.call(handler, { query: Object.fromEntries(new URLSearchParams(pair)) });
  const field = pair.slice(0, pair.indexOf('='));
  expect(response).toMatchObject(refusal(invalidInput([{ field, message: expect.any(String) }])));
});

it.each(['limit=1', 'limit=10', 'limit=100', 'skip=0', 'skip=10'])('takes %s', async (pair) => {
  const world = await createWorld('listUsers');
  const response = await world.call(handler, { query: Object.fromEntries(new URLSearchParams(pair)) });
  expect(response.status, response.text).toBe(200);
});

it('refuses its cursor for another filter, another order or another partner, and next to skip', async () => {
  const { world } = await withUsers();
  const first = await world.call(handler, { query: { limit: '2' } });
  const query = { cursor: first.body.data.nextCursor };
  expect((await world.call(handler, { query: { ...query, limit: '1', sortOrder: 'desc' } })).status).toBe(200);
  for (const other of [
    { type: 'BUSINESS' },
    { sortOrder: 'asc' },
    { email: 'person@example.com' },
    { kycStatus: 'VERIFIED' },
  ])
    expect(await world.call(handler, { query: { ...query, ...other } })).toMatchObject(refusal(foreignCursor()));
  const partner = await world.newPartner();
  expect(await world.call(handler, { partner, query })).toMatchObject(refusal(foreignCursor()));
  const both = await world.call(handler, { query: { ...query, skip: '0' } });
  expect(both.body.errors).toMatchObject([{ field: 'cursor' }, { field: 'skip' }]);
});

it('refuses a query that is not valid Unicode', async () => {
  const world = await createWorld('listUsers');
  const wrong = invalidInput([{ field: 'externalUserId', message: 'Must be valid Unicode' }]);
  expect(await world.call(handler, { query: { externalUserId: 'Jos\ufffd' } })).toMatchObject(refusal(wrong));
});
