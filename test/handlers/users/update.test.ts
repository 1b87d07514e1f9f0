import { expect, it } from 'vitest';
import { contract } from '#functions/users/update/contract';
import { handler } from '#functions/users/update/handler';
import { invalidEmail, userExists, verifiedNameFixed } from '#shared/api/problems';
import type { KycStatus, User } from '#shared/users/domain/user';
import { findUser, replaceUser } from '#shared/users/repository';
import { toUserResponse } from '#shared/users/response';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { createWorld, type World } from '#test/support/handlers/world';

describeEndpoint(contract, handler, {
  request: async (world) => ({ path: { userId: (await world.user()).id }, body: { alias: 'Ana' } }),
  foreign: 'UNAUTHORIZED',
  wrong: [
    ['the email null', { email: null }, 'email'],
    ['the email ', { email: '' }, 'email'],
    ['a long externalUserId', { externalUserId: 'x'.repeat(129) }, 'externalUserId'],
    ['the externalUserId ', { externalUserId: '' }, 'externalUserId'],
    ['the alias  ', { alias: ' ' }, 'alias'],
    ['the alias 1', { alias: 1 }, 'alias'],
    ['a long alias', { alias: 'x'.repeat(101) }, 'alias'],
    ['the alias A\\u202eB', { alias: 'A\u202eB' }, 'alias'],
    ['the businessName Acme', { businessName: 'Acme' }, 'businessName'],
  ],
});

const update = (world: World, { id }: User, body: unknown) => world.call(handler, { path: { userId: id }, body });
const business = { type: 'BUSINESS', businessName: 'Acme' } as const;

it('changes what is named, keeps the rest, and responds with the user', async () => {
  const world = await createWorld('updateUser');
  const user = await world.user({ ...business, email: 'old@example.com', alias: 'A' });
  const changes = { email: 'new@example.com', externalUserId: 'customer-1042', businessName: 'Acme Two' };
  world.advance(1000);
  const response = await update(world, user, { ...changes, unknown: 1 });
  const after = { ...user, ...changes, version: 2, updatedAtMs: Date.now() };
  expect(response.status).toBe(200);
  expect(response.body).toEqual({ success: true, data: toUserResponse(after) });
  expect(await findUser(user.id)).toEqual(after);
  // The new e-mail address and external id are in use; the old e-mail address is free.
  expect(world.table.items('UNIQUE')).toHaveLength(2);
  await world.user({ email: 'old@example.com' });
});

it('clears by null', async () => {
  const world = await createWorld('updateUser');
  const user = await world.user({ ...business, externalUserId: 'customer-1042', alias: 'A' });
  const nothing = { externalUserId: null, alias: null, businessName: null };
  const response = await update(world, user, nothing);
  expect(response.body.data).toEqual({ ...toUserResponse(user), ...nothing, version: 2 });
  await world.user({ externalUserId: 'customer-1042' });
});

it.each([
  undefined,
  {},
  { unknown: true },
  { alias: 'A', email: 'ana@example.com', externalUserId: null, businessName: null },
])('writes nothing for %j, which is no change', async (body) => {
  const world = await createWorld('updateUser');
  const user = await world.user({ alias: 'A', email: 'ana@example.com' });
  const stored = world.table.items();
  expect(await update(world, user, body)).toMatchObject({ status: 200, body: { data: toUserResponse(user) } });
  expect(world.table.items()).toEqual(stored);
});

it("changes the letter case of the user's own address", async () => {
  const world = await createWorld('updateUser');
  const user = await world.user({ email: 'ana@example.com' });
  const response = await update(world, user, { email: 'Ana@Example.com' });
  expect(response).toMatchObject({ status: 200, body: { data: { email: 'Ana@Example.com', version: 2 } } });
  expect(world.table.items('UNIQUE')).toHaveLength(1);
});

it.each<[KycStatus, number]>([
  ['NOT_STARTED', 200],
  ['IN_PROGRESS', 409],
  ['VERIFIED', 409],
  ['REJECTED', 200],
  ['REVIEW_NEEDED', 200],
])('renames a business that is %s: %i', async (kycStatus, status) => {
  const world = await createWorld('updateUser');
  const user = await world.user({ ...business, kycStatus });
  const response = await update(world, user, { businessName: 'Acme Two', alias: 'A' });
  expect(response.status).toBe(status);
  if (status === 200) return;
  const errors = [{ field: 'businessName', message: `Cannot be changed while the user is ${kycStatus}` }];
  expect(response).toMatchObject(refusal(verifiedNameFixed(user.id, errors)));
  expect(await update(world, user, { businessName: null })).toMatchObject(refusal(verifiedNameFixed(user.id, errors)));
  expect(await findUser(user.id)).toEqual(user);
  expect((await update(world, user, { businessName: 'Acme', alias: 'A' })).status).toBe(200);
});

it('refuses an invalid address', async () => {
  const world = await createWorld('updateUser');
  expect(await update(world, await world.user(), { email: 'ana' })).toMatchObject(refusal(invalidEmail()));
});

it('names the users who have the address and the external id', async () => {
  const world = await createWorld('updateUser');
  const [first, second, user] = [
    await world.user({ email: 'Ana@Example.com' }),
    await world.user({ externalUserId: 'customer-1042' }),
    await world.user(),
  ];
  const response = await update(world, user, { email: 'ana@example.com', externalUserId: 'customer-1042' });
  const errors = [
    { field: 'email', message: `Already used by user ${first.id}` },
    { field: 'externalUserId', message: `Already used by user ${second.id}` },
  ];
  const problem = userExists(errors, first.id);
  expect(response).toMatchObject(refusal(problem));
  expect(await findUser(user.id)).toEqual(user);
});

it('loses the address to a registration at the same time', async () => {
  const world = await createWorld('updateUser');
  const user = await world.user();
  world.table.beforeNextWrite(() => world.user({ email: 'ana@example.com' }));
  const response = await update(world, user, { email: 'ana@example.com' });
  expect(response).toMatchObject({ status: 409, body: { code: 'CONFLICT', errors: [{ field: 'email' }] } });
  expect(await findUser(user.id)).toEqual(user);
});

it('keeps what another request changes at the same time', async () => {
  const world = await createWorld('updateUser');
  const user = await world.user();
  const other = { ...user, externalUserId: 'customer-1042', version: 2 };
  world.table.beforeNextWrite(() => replaceUser(user, other));
  const response = await update(world, user, { alias: 'Ana' });
  expect(response.body.data).toEqual({ ...toUserResponse(other), alias: 'Ana', version: 3 });
});
