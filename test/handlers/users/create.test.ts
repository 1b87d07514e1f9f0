import { expect, it } from 'vitest';
import { contract } from '#functions/users/create/contract';
import { handler } from '#functions/users/create/handler';
import { compressedBody, invalidEmail, invalidInput, notUtf8, userExists } from '#shared/api/problems';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { createWorld } from '#test/support/handlers/world';

const body = { type: 'INDIVIDUAL', email: 'ana@example.com', externalUserId: 'customer-1042' };

describeEndpoint(contract, handler, {
  request: () => ({ body }),
  wrong: [
    ['no type', { type: undefined }, 'type'],
    ['an unknown type', { type: 'PERSON' }, 'type'],
    ['no address', { email: undefined }, 'email'],
    ['an external id that is too long', { externalUserId: 'x'.repeat(129) }, 'externalUserId'],
    ['a control character in the external id', { externalUserId: 'x\n' }, 'externalUserId'],
    ['a control character in the alias', { alias: 'a\u0007' }, 'alias'],
    ['a direction character in a name', { type: 'BUSINESS', businessName: '\u202eemcA' }, 'businessName'],
  ],
});

it('stores a user who is not verified, and responds with its id', async () => {
  const world = await createWorld('createUser');
  const response = await world.call(handler, { body });
  const [user] = world.table.items('USER');
  expect(response).toMatchObject({ status: 201, body: { success: true, data: { userId: user?.id } } });
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

it.each(['ana', 'a@b', 'a b@example.com', '@example.com', 'a..b@example.com', '.ana@example.com', 'ana.@example.com'])(
  'refuses an invalid address: %s',
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
  const response = await world.call(handler, { body });
  const [winner] = world.table.items('USER');
  const errors = [{ field: 'email', message: `Already used by user ${winner?.id}` }];
  expect(response).toMatchObject(refusal(userExists(errors, String(winner?.id))));
  expect(world.table.items('USER')).toHaveLength(1);
});

const json = JSON.stringify(body);

it.each([
  ['iso-8859-1', 'application/json; charset=iso-8859-1'],
  ['a set in quotes', 'application/json; charset="windows-1252"'],
  ['UTF-16', 'application/json;charset=UTF-16LE'],
  ['US-ASCII after another parameter', 'application/json; profile=x; CHARSET=us-ascii'],
  ['two sets', 'application/json; charset=utf-8; charset=latin1'],
  ['an alias', 'application/json; charset=utf8'],
  ['no name', 'application/json; charset='],
])('refuses a body in another character set: %s', async (_, type) => {
  const world = await createWorld('createUser');
  const response = await world.call(handler, { body: json, headers: { 'content-type': type } });
  expect(response).toMatchObject(refusal(notUtf8()));
});

it.each(['utf-8', 'UTF-8', '"utf-8"', '"Utf-8" ; profile="a;b"'])('takes a body in %s', async (charset) => {
  const world = await createWorld('createUser');
  const headers = { 'content-type': `application/json; charset=${charset}` };
  expect((await world.call(handler, { body: json, headers })).status).toBe(201);
});

it.each(['gzip', 'x-gzip', 'br', 'deflate', 'zstd', 'identity, gzip', 'GZIP', 'unknown'])(
  'refuses a body with the encoding %s',
  async (encoding) => {
    const world = await createWorld('createUser');
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
    const response = await world.call(handler, { body: '\u001f\ufffd\b', headers });
    expect(response).toMatchObject(refusal(compressedBody()));
  },
);

it.each(['identity', 'Identity', ''])('takes a body with the encoding %j', async (encoding) => {
  const world = await createWorld('createUser');
  const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
  expect((await world.call(handler, { body: json, headers })).status).toBe(201);
});

it.each([
  ['a replaced byte', { ...body, externalUserId: 'Jos\ufffd' }, ['externalUserId']],
  ['half a character', { ...body, alias: 'a\ud800' }, ['alias']],
  ['the other half', { ...body, alias: '\udc00a' }, ['alias']],
  ['several fields', { ...body, email: 'a\ufffd@example.com', alias: '\ufffd' }, ['email', 'alias']],
  ['a field that is not known', { ...body, note: { lines: ['a', ['\ufffd']] } }, ['note.lines.1.0']],
  ['the name of a member', { ...body, note: { 'a\ufffd': 1 } }, ['note.a\ufffd']],
  ['a member without its content', { ...body, note: { 'a\ufffd': null } }, ['note.a\ufffd']],
])('refuses %s that is not valid Unicode', async (_, sent, fields) => {
  const world = await createWorld('createUser');
  const errors = fields.map((field) => ({ field, message: 'Must be valid Unicode' }));
  const response = await world.call(handler, { body: sent });
  expect(response).toMatchObject(refusal(invalidInput(errors)));
  expect(world.table.items('USER')).toEqual([]);
});

it('names a hundred fields at most, each by at most 200 characters', async () => {
  const world = await createWorld('createUser');
  const many = await world.call(handler, { body: { ...body, list: Array.from({ length: 5000 }, () => '\ufffd') } });
  expect(many.body.errors).toHaveLength(100);
  const long = await world.call(handler, { body: { ...body, ['\ufffd'.repeat(5000)]: 1 } });
  expect(long.body.errors).toMatchObject([{ field: '\ufffd'.repeat(200) }]);
});

it('takes every character of other planes', async () => {
  const world = await createWorld('createUser');
  expect((await world.call(handler, { body: { ...body, alias: 'Ana 🎉 𠮷野' } })).status).toBe(201);
});

it('takes null for what may be absent, and unknown members of any name', async () => {
  const world = await createWorld('createUser');
  const nothing = { externalUserId: null, alias: null, businessName: null };
  const text = JSON.stringify({ type: 'INDIVIDUAL', email: 'null@example.com', ...nothing });
  const members = '"__proto__":{"userId":"x"},"constructor":{"prototype":{"a":1}}';
  const headers = { 'content-type': 'application/json' };
  const response = await world.call(handler, { headers, body: text.replace('{', `{${members},`) });
  expect(response.status, response.text).toBe(201);
  expect(({} as Record<string, unknown>).a).toBeUndefined();
  const required = await world.call(handler, { body: { type: null, email: null } });
  expect(required.body.errors).toMatchObject([{ field: 'type' }, { field: 'email', message: 'Required (a string)' }]);
});
