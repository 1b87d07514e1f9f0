import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { contract } from '#functions/sandbox/sign-declaration/contract';
import { handler } from '#functions/sandbox/sign-declaration/handler';
import { noOpenDeclaration, notABusiness, personNotFound, serviceUnavailable } from '#shared/api/problems';
import { findBusinessWithPersons, updatePersons } from '#shared/signatures/associated-persons/repository';
import { type AssociatedPerson, withDeclaration } from '#shared/signatures/domain/associated-person';
import { DECLARATION_LIFETIME_MS } from '#shared/signatures/domain/declaration';
import { findUser } from '#shared/users/repository';
import { aDeclaration } from '#test/support/builders/associated-persons';
import { aBusiness, ownerToSign, storePerson } from '#test/support/handlers/declarations';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { createWorld, type World } from '#test/support/handlers/world';

const sign = (world: World, { userId, id }: Pick<AssociatedPerson, 'userId' | 'id'>) =>
  world.call(handler, { path: { userId, personId: id } });

describeEndpoint(contract, handler, {
  request: async (world) => {
    const { owner } = await ownerToSign(world);
    return { path: { userId: owner.userId, personId: owner.id } };
  },
  foreign: 'UNAUTHORIZED',
  ofBusiness: notABusiness(),
  unknown: { personId: personNotFound() },
});

it('signs as the page does: the record, the count of unsigned owners, the webhook', async () => {
  const world = await createWorld('signDeclaration');
  await world.webhookTarget();
  const { owner } = await ownerToSign(world);
  world.advance(1000);
  const { status, body } = await sign(world, { ...owner, id: owner.id.toUpperCase() });
  const signedAt = '2026-01-15T12:00:01.000Z';
  const data = { associatedPersonId: owner.id, name: 'Lucía Hernández', version: 2, status: 'SIGNED', signedAt };
  expect({ status, body }).toEqual({ status: 200, body: { success: true, data } });
  expect(await findUser(owner.userId)).toMatchObject({ unsignedOwners: 0 });

  const [[key, file] = []] = [...world.files.files];
  const sha256 = createHash('sha256')
    .update(file?.content ?? '')
    .digest('hex');
  expect(key).toBe(`people/${owner.userId}/signatures/${owner.declaration?.id}-${sha256}.json`);
  const record = {
    declarationId: owner.declaration?.id,
    typedName: 'Lucía Hernández',
    signature: { kind: 'typed' },
    signedAt,
  };
  expect(JSON.parse(file?.content.toString() ?? '')).toMatchObject({
    ...record,
    nameDiffers: false,
    consentGiven: true,
  });
  const [notification] = world.table.items('NTF');
  expect(notification).toMatchObject({ event: 'DOCUMENT_SIGNED', status: 'PENDING' });
  const names = { firstName: 'Lucía', lastName: 'Hernández', associatedPersonId: owner.id };
  expect(JSON.parse(String(notification?.body))).toMatchObject({ type: 'SIGNATURE', ...names });
});

it('signs once', async () => {
  const world = await createWorld('signDeclaration');
  const { owner } = await ownerToSign(world);
  await sign(world, owner);
  const stored = world.table.items();
  expect(await sign(world, owner)).toMatchObject(refusal(noOpenDeclaration()));
  expect(world.table.items()).toEqual(stored);
});

it.each([
  ['none', undefined],
  ['a withdrawn one', aDeclaration({ status: 'DELETED' })],
  ['an expired one', aDeclaration({ status: 'EXPIRED' })],
  ['one whose time is over', aDeclaration({ requestedAtMs: aDeclaration().requestedAtMs - DECLARATION_LIFETIME_MS })],
])('refuses an owner whose declaration is %s', async (_, declaration) => {
  const world = await createWorld('signDeclaration');
  const owner = await storePerson(await world.user(aBusiness), { declaration });
  expect(await sign(world, owner)).toMatchObject(refusal(noOpenDeclaration()));
  expect(world.files.files.size).toBe(0);
});

it('loses to a withdrawal that comes at the same time', async () => {
  const world = await createWorld('signDeclaration');
  const { owner } = await ownerToSign(world);
  world.table.beforeNextWrite(async () => {
    const business = await findBusinessWithPersons(owner.userId);
    const withdrawn = withDeclaration(owner, aDeclaration({ status: 'DELETED' }), Date.now());
    if (business !== undefined) await updatePersons(business, [withdrawn], Date.now());
  });
  expect(await sign(world, owner)).toMatchObject(refusal(noOpenDeclaration()));
  expect(await findUser(owner.userId)).toMatchObject({ unsignedOwners: 1 });
});

it.each([
  ['key service', (world: World) => world.keys.failNext()],
  ['bucket', (world: World) => world.files.failNext(503)],
])('signs nothing while the %s fails', async (_, fail) => {
  const world = await createWorld('signDeclaration');
  const { owner } = await ownerToSign(world);
  const stored = world.table.items();
  fail(world);
  expect(await sign(world, owner)).toMatchObject(refusal(serviceUnavailable()));
  expect(world.table.items()).toEqual(stored);
});
