import { expect, it } from 'vitest';
import { contract } from '#functions/associated-persons/create/contract';
import { handler } from '#functions/associated-persons/create/handler';
import { invalidInput, notABusiness, tooManyPersons } from '#shared/api/problems';
import { MAX_PERSONS } from '#shared/signatures/domain/associated-person';
import { findUser } from '#shared/users/repository';
import { aBusiness, storePerson } from '#test/support/handlers/declarations';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { createWorld, type World } from '#test/support/handlers/world';

const owner = { role: 'UBO', firstName: 'Lucía', lastName: 'Hernández' };
const details = { email: 'lucia@example.com', dateOfBirth: '1980-02-29', nationality: 'MX', taxId: 'HEAL800229AB1' };
const nothing = { email: null, dateOfBirth: null, nationality: null, taxId: null, ownershipPercent: null };

describeEndpoint(contract, handler, {
  request: async (world) => ({ path: { userId: (await world.user(aBusiness)).id }, body: owner }),
  foreign: 'UNAUTHORIZED',
  ofBusiness: notABusiness(),
  wrong: [
    ['the role OWNER', { role: 'OWNER' }, 'role'],
    ['no role', { role: undefined }, 'role'],
    ['the firstName  ', { firstName: ' ' }, 'firstName'],
    ['the firstName ', { firstName: '' }, 'firstName'],
    ['no firstName', { firstName: undefined }, 'firstName'],
    ['the lastName a\\u202eb', { lastName: 'a\u202eb' }, 'lastName'],
    ['the lastName Hern\\u0007ández', { lastName: 'Hern\u0007ández' }, 'lastName'],
    ['a long lastName', { lastName: 'x'.repeat(201) }, 'lastName'],
    ['the lastName 5', { lastName: 5 }, 'lastName'],
    ['the email lucia', { email: 'lucia' }, 'email'],
    ['the taxId ', { taxId: '' }, 'taxId'],
    ['the nationality M\\nX', { nationality: 'M\nX' }, 'nationality'],
    ['the nationality 7', { nationality: 7 }, 'nationality'],
    ['the dateOfBirth 29/02/2000', { dateOfBirth: '29/02/2000' }, 'dateOfBirth'],
    ['the dateOfBirth 1899-12-31', { dateOfBirth: '1899-12-31' }, 'dateOfBirth'],
    ['the dateOfBirth 1981-02-29', { dateOfBirth: '1981-02-29' }, 'dateOfBirth'],
    ['the dateOfBirth 2026-01-16', { dateOfBirth: '2026-01-16' }, 'dateOfBirth'],
    ['the ownershipPercent 0', { ownershipPercent: 0 }, 'ownershipPercent'],
    ['the ownershipPercent -1', { ownershipPercent: -1 }, 'ownershipPercent'],
    ['the ownershipPercent 100.0001', { ownershipPercent: 100.0001 }, 'ownershipPercent'],
    ['the ownershipPercent 10.00001', { ownershipPercent: 10.00001 }, 'ownershipPercent'],
    ['the ownershipPercent 50', { ownershipPercent: '50' }, 'ownershipPercent'],
  ],
});

const create = (world: World, userId: string, body: unknown) => world.call(handler, { path: { userId }, body });
const tooMuch = invalidInput([
  { field: 'ownershipPercent', message: 'The shares of all beneficial owners together must be at most 100' },
]);

it.each([
  [{ ...owner, ...details, ownershipPercent: 62.5 }, 625_000, 1],
  [{ ...owner, ownershipPercent: 33.3333 }, 333_333, 1],
  [owner, undefined, 1],
  [{ ...owner, role: 'DIRECTOR' }, undefined, 0],
  [{ ...owner, role: 'LEGAL_REPRESENTATIVE' }, undefined, 0],
])('stores a person, and responds with the record: %j', async (body, ownershipUnits, unsignedOwners) => {
  const world = await createWorld('createAssociatedPerson');
  const { id: userId } = await world.user(aBusiness);
  world.advance(1000);
  const response = await create(world, userId, { ...body, unknown: 1 });
  const { ownershipPercent, ...stored } = { ownershipPercent: undefined, ...body };
  const at = '2026-01-15T12:00:01.000Z';
  const { id } = response.body.data;
  expect(response.status).toBe(201);
  expect(response.body.data).toEqual({ id, userId, ...nothing, ...body, version: 1, createdAt: at, updatedAt: at });
  expect(world.table.items('PERSON')).toEqual([
    {
      ...{ PK: `USER#${userId}`, SK: expect.stringContaining(id), entity: 'PERSON' },
      ...{ id, userId, partnerId: world.partner.id, ...stored },
      ...(ownershipUnits === undefined ? {} : { ownershipUnits }),
      ...{ version: 1, createdAtMs: Date.now(), updatedAtMs: Date.now() },
    },
  ]);
  expect(await findUser(userId)).toMatchObject({ unsignedOwners, version: 2, updatedAtMs: Date.now() });
});

it.each([
  [40, 201],
  [40.0001, 400],
])('takes a share of %d beside 60: %i', async (ownershipPercent, status) => {
  const world = await createWorld('createAssociatedPerson');
  const user = await world.user(aBusiness);
  await storePerson(user, { ownershipUnits: 600_000 });
  await storePerson(user, { role: 'DIRECTOR', ownershipUnits: 1_000_000 });
  const response = await create(world, user.id, { ...owner, ownershipPercent });
  expect(response.status).toBe(status);
  if (status === 201) return;
  expect(response).toMatchObject(refusal(tooMuch));
  // Shares of other roles do not count, and an owner without a share counts as zero.
  expect((await create(world, user.id, { ...owner, role: 'DIRECTOR', ownershipPercent })).status).toBe(201);
  expect((await create(world, user.id, owner)).status).toBe(201);
});

it('refuses one person more than a business can have', async () => {
  const world = await createWorld('createAssociatedPerson');
  const user = await world.user(aBusiness);
  for (let count = 0; count < MAX_PERSONS; count += 1) await storePerson(user);
  expect(await create(world, user.id, owner)).toMatchObject(refusal(tooManyPersons(MAX_PERSONS)));
});

it('counts the share of an owner who is added at the same time', async () => {
  const world = await createWorld('createAssociatedPerson');
  const user = await world.user(aBusiness);
  world.table.beforeNextWrite(() => storePerson(user, { ownershipUnits: 600_000 }));
  expect(await create(world, user.id, { ...owner, ownershipPercent: 50 })).toMatchObject(refusal(tooMuch));
  expect(world.table.items('PERSON')).toHaveLength(1);
});
