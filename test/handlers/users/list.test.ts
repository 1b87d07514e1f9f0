import { expect, it } from 'vitest';
import { contract } from '#functions/users/list/contract';
import { handler } from '#functions/users/list/handler';
import { toUserResponse } from '#shared/users/response';
import { describeEndpoint } from '#test/support/handlers/describe-endpoint';
import { createWorld } from '#test/support/handlers/world';

describeEndpoint({
  contract,
  handler,
  request: async (world) => {
    await world.user();
    return {};
  },
  refuses: [
    ...['limit=0', 'limit=101', 'limit=x', 'skip=-1', 'sortBy=email', 'sortOrder=up', 'cursor=x', 'type=PERSON'],
    ...['type=business', 'kycStatus=DONE', 'kycStatus=', 'email=', 'externalUserId=', 'status=VERIFIED'],
  ],
});

/** A partner with four users, a second apart, and another partner with one. */
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
  const answer = await world.call(handler, { query });
  expect(answer.status).toBe(200);
  const data = names.map((name) => toUserResponse(users[name]));
  expect(answer.body).toEqual({ success: true, data: { count: names.length, total: 4, data } });
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
  const answer = await world.call(handler, { query });
  const data = names.map((name) => toUserResponse(users[name]));
  expect(answer.body.data).toMatchObject({ count, total: 4, data });
});

it('goes on from where a page ended, also when users were added', async () => {
  const { world, users } = await withUsers();
  const first = await world.call(handler, { query: { limit: '2' } });
  await world.user();
  const next = await world.call(handler, { query: { cursor: first.body.data.nextCursor } });
  expect(next.body.data.data).toEqual([toUserResponse(users.verified), toUserResponse(users.person)]);
});
