import { expect, it } from 'vitest';
import { noOpenDeclaration, notABusiness, personNotFound } from '#shared/api/problems';
import type { Contract } from '#shared/contract/define-contract';
import { findBusinessWithPersons, listPersons, updatePersons } from '#shared/signatures/associated-persons/repository';
import { type AssociatedPerson, withDeclaration } from '#shared/signatures/domain/associated-person';
import { DECLARATION_LIFETIME_MS } from '#shared/signatures/domain/declaration';
import { findUser } from '#shared/users/repository';
import { aDeclaration } from '#test/support/builders/associated-persons';
import { aBusiness, storePerson } from './declarations';
import { describeEndpoint, refusal } from './describe-endpoint';
import { createWorld, type EndpointHandler, type World } from './world';

/**
 * Defines tests of an endpoint that ends the open declaration of an owner.
 * @param status status of the ended declaration
 */
export function describeDeclarationEnd(
  contract: Contract,
  handler: EndpointHandler,
  status: 'EXPIRED' | 'DELETED',
): void {
  const storeOwner = async (world: World) => storePerson(await world.user(aBusiness), { declaration: aDeclaration() });
  const end = (world: World, { userId, id }: Pick<AssociatedPerson, 'userId' | 'id'>) =>
    world.call(handler, { path: { userId, personId: id } });

  describeEndpoint(contract, handler, {
    request: async (world) => {
      const { userId, id } = await storeOwner(world);
      return { path: { userId, personId: id } };
    },
    foreign: 'UNAUTHORIZED',
    unknown: { personId: personNotFound() },
  });

  it(`sets an open declaration to ${status}, and leaves its business with an owner who has not signed`, async () => {
    const world = await createWorld(contract.id);
    const owner = await storeOwner(world);
    world.advance(1000);
    const response = await end(world, { ...owner, id: owner.id.toUpperCase() });
    const data = { associatedPersonId: owner.id, name: 'Lucía Hernández', version: 2, status };
    expect([response.status, response.body]).toEqual([200, { success: true, data }]);
    const declaration = { ...aDeclaration(), status };
    expect(await listPersons(owner.userId)).toEqual([{ ...owner, declaration, version: 2, updatedAtMs: Date.now() }]);
    expect(await findUser(owner.userId)).toMatchObject({ unsignedOwners: 1, version: 3 });
  });

  it.each([
    ['none', undefined],
    ['a signed one', aDeclaration({ status: 'SIGNED' })],
    ['a withdrawn one', aDeclaration({ status: 'DELETED' })],
    ['an expired one', aDeclaration({ status: 'EXPIRED' })],
    ['one whose time is over', aDeclaration({ requestedAtMs: aDeclaration().requestedAtMs - DECLARATION_LIFETIME_MS })],
  ])('refuses an owner whose declaration is %s', async (_, declaration) => {
    const world = await createWorld(contract.id);
    const owner = await storePerson(await world.user(aBusiness), { declaration });
    expect(await end(world, owner)).toMatchObject(refusal(noOpenDeclaration()));
    expect(await listPersons(owner.userId)).toEqual([owner]);
  });

  it('knows no person of another business', async () => {
    const world = await createWorld(contract.id);
    const [{ userId }, { id }] = [await storeOwner(world), await storeOwner(world)];
    expect(await end(world, { userId, id })).toMatchObject(refusal(personNotFound()));
  });

  it('refuses a person, who has none', async () => {
    const world = await createWorld(contract.id);
    const { id: userId } = await world.user();
    expect(await end(world, { userId, id: userId })).toMatchObject(refusal(notABusiness()));
  });

  it('loses to a signature that comes at the same time', async () => {
    const world = await createWorld(contract.id);
    const owner = await storeOwner(world);
    const signed = withDeclaration(owner, aDeclaration({ status: 'SIGNED' }), Date.now());
    world.table.beforeNextWrite(async () => {
      const business = await findBusinessWithPersons(owner.userId);
      if (business !== undefined) await updatePersons(business, [signed], Date.now());
    });
    expect(await end(world, owner)).toMatchObject(refusal(noOpenDeclaration()));
    expect(await listPersons(owner.userId)).toEqual([signed]);
  });
}
