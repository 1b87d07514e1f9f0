import { expect, it } from 'vitest';
import { contract } from '#functions/sandbox/expire-declaration/contract';
import { handler } from '#functions/sandbox/expire-declaration/handler';
import { noOpenDeclaration, notABusiness, personNotFound } from '#shared/api/problems';
import { findBusinessWithPersons, listPersons, updatePersons } from '#shared/signatures/associated-persons/repository';
import { type AssociatedPerson, withDeclaration } from '#shared/signatures/domain/associated-person';
import { DECLARATION_LIFETIME_MS } from '#shared/signatures/domain/declaration';
import { findUser } from '#shared/users/repository';
import { aDeclaration } from '#test/support/builders/associated-persons';
import { aBusiness, storePerson } from '#test/support/handlers/declarations';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { createWorld, type World } from '#test/support/handlers/world';

const storeOwner = async (world: World, declaration = aDeclaration()) =>
  storePerson(await world.user(aBusiness), { declaration });
const expire = (world: World, { userId, id }: Pick<AssociatedPerson, 'userId' | 'id'>) =>
  world.call(handler, { path: { userId, personId: id } });

describeEndpoint({
  contract,
  handler,
  request: async (world) => {
    const { userId, id } = await storeOwner(world);
    return { path: { userId, personId: id } };
  },
  foreign: 'UNAUTHORIZED',
});

it('expires an open declaration', async () => {
  const world = await createWorld('expireDeclaration');
  const owner = await storeOwner(world);
  world.advance(1000);
  const { status, body } = await expire(world, { ...owner, id: owner.id.toUpperCase() });
  const data = { associatedPersonId: owner.id, name: 'Lucía Hernández', version: 2, status: 'EXPIRED' };
  expect({ status, body }).toEqual({ status: 200, body: { success: true, data } });
  const declaration = { ...aDeclaration(), status: 'EXPIRED' };
  expect(await listPersons(owner.userId)).toEqual([{ ...owner, declaration, version: 2, updatedAtMs: Date.now() }]);
  expect(await findUser(owner.userId)).toMatchObject({ unsignedOwners: 1 });
});

it.each([
  ['none', undefined],
  ['a signed one', aDeclaration({ status: 'SIGNED' })],
  ['a withdrawn one', aDeclaration({ status: 'DELETED' })],
  ['an expired one', aDeclaration({ status: 'EXPIRED' })],
  ['one whose time is over', aDeclaration({ requestedAtMs: aDeclaration().requestedAtMs - DECLARATION_LIFETIME_MS })],
])('refuses an owner whose declaration is %s', async (_, declaration) => {
  const world = await createWorld('expireDeclaration');
  const owner = await storePerson(await world.user(aBusiness), { declaration });
  expect(await expire(world, owner)).toMatchObject(refusal(noOpenDeclaration()));
  expect(await listPersons(owner.userId)).toEqual([owner]);
});

it.each(['019bc1c5-0000-7000-8000-0000000000ff', 'no-id'])('knows no person %s', async (id) => {
  const world = await createWorld('expireDeclaration');
  const { userId } = await storeOwner(world);
  expect(await expire(world, { userId, id })).toMatchObject(refusal(personNotFound()));
});

it('knows no person of another business', async () => {
  const world = await createWorld('expireDeclaration');
  const [{ userId }, { id }] = [await storeOwner(world), await storeOwner(world)];
  expect(await expire(world, { userId, id })).toMatchObject(refusal(personNotFound()));
});

it('refuses a person, who has none', async () => {
  const world = await createWorld('expireDeclaration');
  const { id: userId } = await world.user();
  expect(await expire(world, { userId, id: userId })).toMatchObject(refusal(notABusiness()));
});

it('loses to a signature that comes at the same time', async () => {
  const world = await createWorld('expireDeclaration');
  const owner = await storeOwner(world);
  const signed = withDeclaration(owner, aDeclaration({ status: 'SIGNED' }), Date.now());
  world.table.beforeNextWrite(async () => {
    const business = await findBusinessWithPersons(owner.userId);
    if (business !== undefined) await updatePersons(business, [signed], Date.now());
  });
  expect(await expire(world, owner)).toMatchObject(refusal(noOpenDeclaration()));
  expect(await listPersons(owner.userId)).toEqual([signed]);
});
