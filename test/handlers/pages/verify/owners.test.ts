/** Owners that a business enters on its verification page, and how they are stored. */
import { expect, it } from 'vitest';
import { handler } from '#functions/pages/verify/submit/handler';
import { findBusinessWithPersons } from '#shared/signatures/associated-persons/repository';
import { findUser } from '#shared/users/repository';
import { aBusiness, storePerson } from '#test/support/handlers/declarations';
import { submitted } from '#test/support/handlers/describe-page';
import { openVerificationLink, LINK_TOKEN as token } from '#test/support/handlers/identity';
import { createWorld } from '#test/support/handlers/world';

type Owner = readonly [firstName: string, lastName: string, email: string, ownershipPercent: string];
const ana: Owner = ['Ana', 'Łukasz', 'ana@example.com', '60'];
const bea: Owner = ['Bea', 'Núñez', 'bea@example.com', '33,3333 %'];

/** Returns the form fields of owners, in page order. */
const inputs = (owners: readonly Owner[]): Record<string, string> =>
  Object.fromEntries(
    owners.flatMap(([firstName, lastName, email, ownershipPercent], position) =>
      Object.entries({ firstName, lastName, email, ownershipPercent }).map(([field, text]) => [
        `owners.${position}.${field}`,
        text,
      ]),
    ),
  );

async function newBusiness() {
  const world = await createWorld('submitVerificationPage');
  const { user } = await openVerificationLink(world, await world.user(aBusiness), { step: 'owners' });
  const post = (fields: Record<string, string>) => world.call(handler, { path: { token }, ...submitted(fields) });
  return {
    user,
    enter: (owners: readonly Owner[], more: Record<string, string> = {}) =>
      post({ action: 'next', step: 'owners', ...inputs(owners), ...more }),
    send: () => post({ action: 'send' }),
    persons: async () =>
      (await findBusinessWithPersons(user.id))?.persons.map(({ role, firstName, lastName, email, ownershipUnits }) => [
        ...[role, firstName, lastName, email, ownershipUnits],
      ]),
    status: async () => (await findUser(user.id))?.kycStatus,
  };
}

it('are put on record in the write that starts the verification, once', async () => {
  const { enter, send, persons, status } = await newBusiness();
  expect((await enter([ana], { owner: 'add' })).text).toContain('owners.1.firstName');
  expect((await enter([ana, ['Zoe', '', '', '']], { owner: 'remove.1' })).text).not.toContain('Zoe');
  expect((await enter([ana, bea])).status).toBe(303);
  expect(await persons()).toEqual([]);
  await send();
  await send();
  expect(await persons()).toEqual([
    ['UBO', 'Ana', 'Łukasz', 'ana@example.com', 600_000],
    ['UBO', 'Bea', 'Núñez', 'bea@example.com', 333_333],
  ]);
  expect(await status()).toBe('IN_PROGRESS');
});

const shared = (share: string): Owner => ['Ana', 'Ruiz', 'ana@example.com', share];
const refusals: readonly (readonly [name: string, owners: readonly Owner[], message: string])[] = [
  ['no last name', [['Ana', '', 'ana@example.com', '60']], 'Owner 1: Enter the last names'],
  ['no share', [ana, ['Bea', 'Núñez', 'bea@example.com', '']], 'Owner 2: Enter the share in percent'],
  ['no address', [['Ana', 'Ruiz', '', '60']], 'Owner 1: Enter the e-mail address'],
  ['a wrong address', [['Ana', 'Ruiz', 'ana@', '60']], 'Enter the e-mail address as in name@example.com'],
  ['a name that no document shows', [['Ana 😀', 'Ruiz', 'ana@example.com', '60']], 'without emoji'],
  ...['0', '100.1', '-5', '1e1', '33.33333', 'half', '0x10', '1,000,5'].map(
    (share) => [`a share of ${share}`, [shared(share)], 'Enter the share as a number'] as const,
  ),
  ['more than the whole', [ana, shared('40.0001')], 'at most 100 % together'],
];

it.each(refusals)('are refused with %s, and what was entered is kept', async (_, owners, message) => {
  const { enter, send, persons } = await newBusiness();
  const response = await enter(owners);
  expect([response.status, response.text.includes(message)], response.text).toEqual([422, true]);
  for (const [name, text] of Object.entries(inputs(owners)))
    expect(response.text).toContain(`name="${name}" value="${text}"`);
  await send();
  expect(await persons()).toEqual([]);
});

it('count with owners on record, also with those who came while the page was open', async () => {
  const { user, enter, send, persons } = await newBusiness();
  await enter([ana, bea]);
  await storePerson(user, { role: 'UBO', ownershipUnits: 400_000 });
  const refused = await send();
  expect([refused.status, refused.text.includes('at most 100 % together')], refused.text).toEqual([422, true]);
  expect(refused.text).toContain('Owners on record already: 1, with 40 % together.');
  expect((await enter([ana, ['', '', '', '']])).status).toBe(303);
  await send();
  expect(await persons()).toHaveLength(2);
});

it('take no inputs that the page does not have, and may be none', async () => {
  const { enter, send, persons, status } = await newBusiness();
  const foreign = { 'owners.10.firstName': 'Eve', 'owners.__proto__.firstName': 'Eve', 'owners.0.role': 'DIRECTOR' };
  expect((await enter([], foreign)).status).toBe(303);
  expect((await enter([], { owner: 'remove.99' })).status).toBe(303);
  await send();
  expect(await persons()).toEqual([]);
  expect(await status()).toBe('IN_PROGRESS');
});
