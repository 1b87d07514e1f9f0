import { expect, it } from 'vitest';
import { contract } from '#functions/users/create/contract';
import { handler } from '#functions/users/create/handler';
import { invalidEmail, invalidInput, userExists } from '#shared/api/problems';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { createWorld } from '#test/support/handlers/world';

const body = { type: 'INDIVIDUAL', email: 'ana@example.com', externalUserId: 'customer-1042' };

describeEndpoint({ contract, handler, request: () => ({ body }) });

it('stores a user who is not verified, and answers with its id', async () => {
  const world = await createWorld('createUser');
  const answer = await world.call(handler, { body });
  const [user] = world.table.items('USER');
  expect(answer).toMatchObject({ status: 201, body: { success: true, data: { userId: user?.id } } });
  expect(user).toEqual({
    ...{ PK: `USER#${user?.id}`, SK: 'META', entity: 'USER', id: user?.id, partnerId: world.partner.id },
    ...body,
    ...{ kycStatus: 'NOT_STARTED', unsignedOwners: 0, version: 1, sequence: 0 },
    ...{ createdAtMs: Date.now(), updatedAtMs: Date.now() },
  });
});

it('keeps the name of a business, and of no one else', async () => {
  const world = await createWorld('createUser');
  const businessName = 'ACME, S.A. de C.V.';
  await world.call(handler, { body: { type: 'BUSINESS', email: 'acme@example.com', businessName } });
  await world.call(handler, { body: { ...body, businessName } });
  expect(world.table.items('USER').map((user) => user.businessName)).toEqual([businessName, undefined]);
});

it.each([
  ['no type', { email: 'ana@example.com' }, 'type'],
  ['an unknown type', { ...body, type: 'PERSON' }, 'type'],
  ['no address', { type: 'INDIVIDUAL' }, 'email'],
  ['an external id that is too long', { ...body, externalUserId: 'x'.repeat(129) }, 'externalUserId'],
  ['a control character in the external id', { ...body, externalUserId: 'x\n' }, 'externalUserId'],
  ['a control character in the alias', { ...body, alias: 'a\u0007' }, 'alias'],
  ['a direction character in a name', { ...body, type: 'BUSINESS', businessName: '\u202eemcA' }, 'businessName'],
])('refuses %s', async (_, wrong, field) => {
  const world = await createWorld('createUser');
  const answer = await world.call(handler, { body: wrong });
  expect(answer).toMatchObject(refusal(invalidInput([{ field, message: answer.body.errors[0].message }])));
  expect(world.table.items('USER')).toEqual([]);
});

it.each(['ana', 'a@b', 'a b@example.com', '@example.com', 'a..b@example.com', '.ana@example.com', 'ana.@example.com'])(
  'refuses an address that is none: %s',
  async (email) => {
    const world = await createWorld('createUser');
    expect(await world.call(handler, { body: { ...body, email } })).toMatchObject(refusal(invalidEmail()));
  },
);

it('names the user who has the address already, in any letter case, and the external id', async () => {
  const world = await createWorld('createUser');
  const { id } = await world.user({ email: 'Ana@Example.com', externalUserId: 'customer-1042' });
  const message = `Already used by user ${id}`;
  const errors = [
    { field: 'email', message },
    { field: 'externalUserId', message },
  ];
  expect(await world.call(handler, { body })).toMatchObject(refusal(userExists(errors, id)));
});

it('keeps an internationalized host as it was given, and compares it by its ASCII form', async () => {
  const world = await createWorld('createUser');
  const first = await world.call(handler, { body: { ...body, email: 'Ana@München.de' } });
  expect(first.status, first.text).toBe(201);
  expect(world.table.items('USER')).toMatchObject([{ email: 'Ana@München.de' }]);
  for (const email of ['ana@münchen.de', 'ana@xn--mnchen-3ya.de', 'ANA@XN--MNCHEN-3YA.DE'])
    expect(await world.call(handler, { body: { ...body, externalUserId: undefined, email } })).toMatchObject({
      status: 409,
      body: { errors: [{ field: 'email', message: `Already used by user ${first.body.data.userId}` }] },
    });
});

it('takes the address and the external id of a user of another partner', async () => {
  const world = await createWorld('createUser');
  const other = await world.newPartner();
  await world.user({ partnerId: other.id, email: body.email, externalUserId: body.externalUserId });
  expect((await world.call(handler, { body })).status).toBe(201);
});

it('loses the address to a registration at the same time', async () => {
  const world = await createWorld('createUser');
  world.table.beforeNextWrite(() => world.user({ email: body.email }));
  const answer = await world.call(handler, { body });
  const [winner] = world.table.items('USER');
  const errors = [{ field: 'email', message: `Already used by user ${winner?.id}` }];
  expect(answer).toMatchObject(refusal(userExists(errors, String(winner?.id))));
  expect(world.table.items('USER')).toHaveLength(1);
});
