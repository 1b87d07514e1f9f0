import { expect, it } from 'vitest';
import { contract } from '#functions/associated-persons/list/contract';
import { handler } from '#functions/associated-persons/list/handler';
import { notABusiness } from '#shared/api/problems';
import { toAssociatedPersonResponse } from '#shared/signatures/associated-persons/response';
import { aBusiness, storePerson } from '#test/support/handlers/declarations';
import { describeEndpoint } from '#test/support/handlers/describe-endpoint';
import { createWorld } from '#test/support/handlers/world';

describeEndpoint(contract, handler, {
  request: async (world) => ({ path: { userId: (await world.user(aBusiness)).id } }),
  foreign: 'UNAUTHORIZED',
  ofBusiness: notABusiness(),
  refuses: ['role=OWNER', 'limit=0', 'limit=101', 'skip=x', 'skip=-1', 'sortBy=name', 'sortOrder=up', 'type=UBO'],
});

const detailed = {
  ...{ firstName: 'Lucía', lastName: 'Hernández', email: 'lucia@example.com', dateOfBirth: '1980-02-29' },
  ...{ nationality: 'MX', taxId: 'HEAL800229AB1' },
} as const;

it('shows a person', async () => {
  const world = await createWorld('listAssociatedPersons');
  const user = await world.user(aBusiness);
  const { id } = await storePerson(user, { ...detailed, ownershipUnits: 333_333 });
  const response = await world.call(handler, { path: { userId: user.id } });
  const at = '2026-01-15T12:00:00.000Z';
  const shown = { id, userId: user.id, role: 'UBO', ...detailed, ownershipPercent: 33.3333, version: 1 };
  expect(response.status).toBe(200);
  expect(response.body).toEqual({
    success: true,
    data: { count: 1, total: 1, data: [{ ...shown, createdAt: at, updatedAt: at }] },
  });
});

it.each([
  [{}, 4, ['director', 'second', 'legal', 'first']],
  [{ sortOrder: 'asc' }, 4, ['first', 'legal', 'second', 'director']],
  [{ role: 'UBO' }, 2, ['second', 'first']],
  [{ role: 'UBO', limit: '1' }, 2, ['second']],
  [{ skip: '1', limit: '2' }, 4, ['second', 'legal']],
  [{ skip: '4' }, 4, []],
] as const)('lists the persons by %j', async (query, count, names) => {
  const world = await createWorld('listAssociatedPersons');
  const user = await world.user(aBusiness);
  const add = async (role: 'UBO' | 'DIRECTOR' | 'LEGAL_REPRESENTATIVE') => {
    world.advance(1000);
    return storePerson(user, { role });
  };
  const persons = {
    ...{ first: await add('UBO'), legal: await add('LEGAL_REPRESENTATIVE') },
    ...{ second: await add('UBO'), director: await add('DIRECTOR') },
  };
  const response = await world.call(handler, { path: { userId: user.id }, query });
  const data = names.map((name) => toAssociatedPersonResponse(persons[name]));
  expect(response.body.data).toMatchObject({ count, total: 4, data });
});

it('goes on among the persons of a role from where a page ended', async () => {
  const world = await createWorld('listAssociatedPersons');
  const user = await world.user(aBusiness);
  for (const role of ['UBO', 'DIRECTOR', 'UBO'] as const) {
    world.advance(1000);
    await storePerson(user, { role });
  }
  const read = async (query: Readonly<Record<string, string>>) =>
    (await world.call(handler, { path: { userId: user.id }, query: { role: 'UBO', ...query } })).body.data;
  const all = await read({});
  const { data, nextCursor } = await read({ limit: '1' });
  const next = await read({ limit: '1', cursor: nextCursor });
  expect([...data, ...next.data]).toEqual(all.data);
  expect(next).not.toHaveProperty('nextCursor');
});
