import { expect, it } from 'vitest';
import { contract } from '#functions/signatures/request/contract';
import { handler } from '#functions/signatures/request/handler';
import { notABusiness, unsupportedCountry } from '#shared/api/problems';
import { linkTokensFor } from '#shared/links/link-tokens';
import { findLink } from '#shared/links/repository';
import { listPersons } from '#shared/signatures/associated-persons/repository';
import { DECLARATION_LIFETIME_MS } from '#shared/signatures/domain/declaration';
import { findUser } from '#shared/users/repository';
import { aDeclaration } from '#test/support/builders/associated-persons';
import { aBusiness, storePerson } from '#test/support/handlers/declarations';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { startVerification } from '#test/support/handlers/identity';
import { createWorld, type World } from '#test/support/handlers/world';

describeEndpoint(contract, handler, {
  request: async (world) => ({ path: { userId: (await storePerson(await world.user(aBusiness))).userId } }),
  foreign: 'UNAUTHORIZED',
  ofBusiness: notABusiness(),
  // The write of the declarations does not contain the idempotency record, because a repeated request creates no second
  // declaration.
  oneWrite: false,
  usesKeys: true,
});

const request = (world: World, userId: string, body?: unknown) => world.call(handler, { path: { userId }, body });
const company = { name: aBusiness.businessName, taxId: undefined, countryOfConstitution: undefined };

it('makes a declaration with a link for an owner, and stores nothing that opens it', async () => {
  const world = await createWorld('requestSignatures');
  const user = await world.user(aBusiness);
  const owner = await storePerson(user);
  world.advance(1000);
  const response = await request(world, user.id, { country: 'MX' });
  const [asked] = await listPersons(user.id);
  const id = asked?.declaration?.id ?? '';
  const token = (await linkTokensFor(user.id))(id);
  const signingUrl = expect.stringMatching(`^https://.*/sign/${token}$`);
  const entry = { associatedPersonId: owner.id, name: 'Lucía Hernández', version: 2, status: 'PENDING', signingUrl };
  expect(response.status).toBe(201);
  expect(response.body).toEqual({ success: true, data: { count: 1, total: 1, data: [entry] } });
  const expiresAtMs = Date.now() + DECLARATION_LIFETIME_MS;
  const declaration = { id, status: 'PENDING', company, requestedAtMs: Date.now(), expiresAtMs, signed: undefined };
  expect(asked).toEqual({ ...owner, declaration, version: 2, updatedAtMs: Date.now() });
  expect(await findLink(token)).toEqual({
    ...{ kind: 'DECLARATION', linkId: id, userId: user.id, partnerId: world.partner.id, personId: owner.id },
    ...{ expiresAtMs, spentAtMs: undefined },
  });
  expect(await findUser(user.id)).toMatchObject({ unsignedOwners: 1, version: 3 });
  expect(JSON.stringify(world.table.items())).not.toContain(token);
});

it('leaves owners alone who have an open or a signed declaration, and asks the others again', async () => {
  const world = await createWorld('requestSignatures');
  const user = await world.user(aBusiness);
  const statuses = ['PENDING', 'SIGNED', 'EXPIRED', 'DELETED'] as const;
  for (const status of statuses) await storePerson(user, { declaration: aDeclaration({ status }) });
  await storePerson(user, { role: 'DIRECTOR' });
  const before = await listPersons(user.id);
  const { count, data } = (await request(world, user.id)).body.data;
  expect([count, data.length]).toEqual([4, 4]);
  const after = await listPersons(user.id);
  const askedAgain = ['EXPIRED', 'DELETED'].map((status) =>
    before.find(({ declaration }) => declaration?.status === status),
  );
  for (const person of before) {
    const now = after.find(({ id }) => id === person.id);
    if (askedAgain.includes(person)) expect(now).toMatchObject({ declaration: { status: 'PENDING' }, version: 2 });
    else expect(now).toEqual(person);
  }
  expect(world.table.items('LINK')).toHaveLength(2);
});

it('changes nothing when it is repeated', async () => {
  const world = await createWorld('requestSignatures');
  const { userId } = await storePerson(await world.user(aBusiness));
  const first = await request(world, userId);
  const stored = world.table.items();
  expect(await request(world, userId)).toMatchObject({ status: 201, text: first.text });
  expect(world.table.items()).toEqual(stored);
});

it('says of an owner without an address why there is no declaration, until there is one', async () => {
  const world = await createWorld('requestSignatures');
  const user = await world.user(aBusiness);
  const owner = await storePerson(user, { email: undefined });
  const failure = { error: 'No email address on file', errorCode: 'EMAIL_NOT_FOUND' };
  const entry = { associatedPersonId: owner.id, name: 'Lucía Hernández', version: 2, ...failure };
  expect((await request(world, user.id)).body.data).toEqual({ count: 1, total: 1, data: [entry] });
  const stored = world.table.items();
  expect((await request(world, user.id)).body.data.data).toEqual([entry]);
  expect(world.table.items()).toEqual(stored);
});

it('asks the others beside an owner without an address', async () => {
  const world = await createWorld('requestSignatures');
  const user = await world.user(aBusiness);
  await storePerson(user, { email: undefined });
  world.advance(1000);
  await storePerson(user);
  const { data } = (await request(world, user.id)).body.data;
  expect(data).toMatchObject([{ status: 'PENDING' }, { errorCode: 'EMAIL_NOT_FOUND' }]);
  expect(world.table.items('LINK')).toHaveLength(1);
});

it('asks an owner again, by another link, whose declaration was open for 30 days', async () => {
  const world = await createWorld('requestSignatures');
  const user = await world.user(aBusiness);
  await storePerson(user);
  const ask = async () => (await request(world, user.id)).body.data.data[0];
  const first = await ask();
  world.advance(30 * 86_400_000 - 1);
  expect(await ask()).toEqual(first);
  world.advance(1);
  const again = await ask();
  expect(again).toMatchObject({ status: 'PENDING', version: 3 });
  expect(again.signingUrl).not.toBe(first.signingUrl);
});

it('names the company by its verification', async () => {
  const world = await createWorld('requestSignatures');
  const user = await world.user(aBusiness);
  const submission = { businessName: 'Mezcales', taxId: 'MQU010203AB1', countryOfConstitution: 'MX' };
  await startVerification(user, { submission });
  await storePerson(user);
  await request(world, user.id);
  const { businessName: name, ...rest } = submission;
  expect(await listPersons(user.id)).toMatchObject([{ declaration: { company: { name, ...rest } } }]);
});

it('asks every owner of a business, also more than fit into one write', async () => {
  const world = await createWorld('requestSignatures');
  const user = await world.user(aBusiness);
  for (let count = 0; count < 50; count += 1) await storePerson(user);
  const { data } = (await request(world, user.id)).body.data;
  expect(data.filter(({ status }: { status: string }) => status === 'PENDING')).toHaveLength(50);
});

it('returns an empty list for a business without owners', async () => {
  const world = await createWorld('requestSignatures');
  const { id } = await world.user(aBusiness);
  const response = await request(world, id);
  expect(response).toMatchObject({ status: 201, body: { data: { count: 0, total: 0, data: [] } } });
});

it.each(['US', 'mx', 'Mexico', ''])('refuses the country %j', async (country) => {
  const world = await createWorld('requestSignatures');
  const { userId } = await storePerson(await world.user(aBusiness));
  expect(await request(world, userId, { country })).toMatchObject(refusal(unsupportedCountry()));
});

it('asks an owner, too, who is added at the same time', async () => {
  const world = await createWorld('requestSignatures');
  const user = await world.user(aBusiness);
  await storePerson(user);
  world.table.beforeNextWrite(() => storePerson(user));
  const { data } = (await request(world, user.id)).body.data;
  expect(data).toMatchObject([{ status: 'PENDING' }, { status: 'PENDING' }]);
  expect(world.table.items('LINK')).toHaveLength(2);
});
