import { expect, it } from 'vitest';
import { contract } from '#functions/associated-persons/delete/contract';
import { handler } from '#functions/associated-persons/delete/handler';
import { lastUnsignedOwner, notABusiness, personNotFound } from '#shared/api/problems';
import { findBusinessWithPersons, listPersons, removePerson } from '#shared/signatures/associated-persons/repository';
import type { AssociatedPerson } from '#shared/signatures/domain/associated-person';
import { findUser } from '#shared/users/repository';
import { aDeclaration } from '#test/support/builders/associated-persons';
import { aBusiness, storePerson } from '#test/support/handlers/declarations';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { createWorld, type World } from '#test/support/handlers/world';

describeEndpoint(contract, handler, {
  request: async (world) => {
    const { userId, id } = await storePerson(await world.user(aBusiness));
    return { path: { userId, personId: id } };
  },
  foreign: 'UNAUTHORIZED',
  ofBusiness: notABusiness(),
  unknown: { personId: personNotFound() },
});

const remove = (world: World, { userId, id }: Pick<AssociatedPerson, 'userId' | 'id'>) =>
  world.call(handler, { path: { userId, personId: id } });

async function removeAtOnce(person: AssociatedPerson): Promise<void> {
  const business = await findBusinessWithPersons(person.userId);
  if (business !== undefined) await removePerson(business, person, Date.now());
}

it.each([
  ['an owner who was not asked', {}],
  ['an owner who has signed', { declaration: aDeclaration({ status: 'SIGNED' }) }],
  ['a director', { role: 'DIRECTOR' }],
] as const)('removes %s, who no longer counts, and keeps the record apart', async (_, overrides) => {
  const world = await createWorld('deleteAssociatedPerson');
  const user = await world.user(aBusiness);
  const person = await storePerson(user, overrides);
  world.advance(1000);
  const response = await remove(world, { ...person, id: person.id.toUpperCase() });
  expect(response.status).toBe(200);
  expect(response.body).toEqual({ success: true, data: { id: person.id, deletedAt: '2026-01-15T12:00:01.000Z' } });
  expect(await listPersons(user.id)).toEqual([]);
  expect(world.table.items('FORMER_PERSON')).toMatchObject([{ id: person.id, version: 2, updatedAtMs: Date.now() }]);
  expect(await findUser(user.id)).toMatchObject({ unsignedOwners: 0, version: 3 });
});

it('knows no person of another business, and none that was removed', async () => {
  const world = await createWorld('deleteAssociatedPerson');
  const { id: userId } = await world.user(aBusiness);
  const person = await storePerson(await world.user(aBusiness));
  expect(await remove(world, { userId, id: person.id })).toMatchObject(refusal(personNotFound()));
  await remove(world, person);
  expect(await remove(world, person)).toMatchObject(refusal(personNotFound()));
});

it.each([
  ['an owner', 409, { declaration: aDeclaration() }, undefined],
  ['an owner beside another one who has not signed', 409, {}, 'PENDING'],
  ['an owner beside one who has signed', 200, {}, 'SIGNED'],
  ['an owner who has signed', 200, { declaration: aDeclaration({ status: 'SIGNED' }) }, undefined],
  ['a director', 200, { role: 'DIRECTOR' }, undefined],
] as const)('is asked in production to remove %s: %i', async (_, status, overrides, other) => {
  const world = await createWorld('deleteAssociatedPerson', { stage: 'production' });
  const user = await world.user(aBusiness);
  if (other !== undefined) await storePerson(user, { declaration: aDeclaration({ status: other }) });
  const person = await storePerson(user, overrides);
  const response = await remove(world, person);
  expect(response.status).toBe(status);
  if (status === 409) expect(response).toMatchObject(refusal(lastUnsignedOwner(person.id)));
});

it('keeps an owner in production whose only signed owner is removed at the same time', async () => {
  const world = await createWorld('deleteAssociatedPerson', { stage: 'production' });
  const user = await world.user(aBusiness);
  const signer = await storePerson(user, { declaration: aDeclaration({ status: 'SIGNED' }) });
  const person = await storePerson(user);
  world.table.beforeNextWrite(() => removeAtOnce(signer));
  expect(await remove(world, person)).toMatchObject(refusal(lastUnsignedOwner(person.id)));
  expect(await listPersons(user.id)).toEqual([person]);
});

it('does not find a person who is removed at the same time', async () => {
  const world = await createWorld('deleteAssociatedPerson');
  const person = await storePerson(await world.user(aBusiness));
  world.table.beforeNextWrite(() => removeAtOnce(person));
  expect(await remove(world, person)).toMatchObject(refusal(personNotFound()));
});
