import { expect, it } from 'vitest';
import { watch } from '#test/support/log-canary';
import { sharedStack } from '#test/support/shared-stack/shared-stack';
import { getPage, type HtmlPage, postForm } from '#test/support/signing';

const running = await sharedStack();
const partner = await running.newPartner();

type Owner = readonly [firstName: string, lastName: string, email: string, ownershipPercent: string];
const ana: Owner = ['Ana', 'Łukasz', 'ana@example.com', '60'];
const bea: Owner = ['Bea', 'Núñez', 'bea@example.com', '33,3333 %'];

/** The inputs of owners by their position on the page. */
function inputs(owners: Readonly<Record<number, Owner>>): Record<string, string> {
  const entries = Object.entries(owners).flatMap(([position, [firstName, lastName, email, ownershipPercent]]) =>
    Object.entries({ firstName, lastName, email, ownershipPercent }).map(([field, text]) => [
      `owners.${position}.${field}`,
      text,
    ]),
  );
  return Object.fromEntries(entries);
}

/** A link of a new business, and what its page does. */
async function newBusiness() {
  const userId = await partner.newUser({ type: 'BUSINESS' });
  const answer = await partner.post(`/users/${userId}/kyb/verification-link`, { country: 'MX' });
  const url: string = answer.body.data.kybLink;
  const post = (fields: Record<string, string>): Promise<HtmlPage> => {
    watch(fields);
    return postForm(url, fields);
  };
  return {
    userId,
    show: (step: string) => getPage(`${url}?lang=en&step=${step}`),
    enter: (owners: Readonly<Record<number, Owner>>, more: Record<string, string> = {}) =>
      post({ action: 'next', step: 'owners', ...inputs(owners), ...more }),
    send: () => post({ action: 'send' }),
    record: async (body: Record<string, unknown>) => {
      const created = await partner.post(`/users/${userId}/associated-persons`, { role: 'UBO', ...body });
      expect(created.status, created.text).toBe(201);
    },
    persons: async () =>
      (await partner.get(`/users/${userId}/associated-persons`)).body.data.data.map(
        (person: Record<string, unknown>) => [
          ...[person.role, person.firstName, person.lastName, person.email, person.ownershipPercent],
        ],
      ),
  };
}

const onRecord = { firstName: 'Carla', lastName: 'Díaz', email: 'carla@example.com', ownershipPercent: 40 };
const recordedRow = ['UBO', 'Carla', 'Díaz', 'carla@example.com', 40];
const anaRow = ['UBO', 'Ana', 'Łukasz', 'ana@example.com', 60];
const beaRow = ['UBO', 'Bea', 'Núñez', 'bea@example.com', 33.3333];

it('puts the owners on record in the write that starts the verification, once', async () => {
  const business = await newBusiness();
  const first = await business.enter({ 0: ana }, { owner: 'add' });
  expect([first.status, first.html.includes('owners.1.firstName')]).toEqual([200, true]);
  await business.enter({ 0: ana, 1: ['Zoe', '', '', ''] }, { owner: 'remove.1' });
  expect((await business.show('owners')).html).not.toContain('Zoe');
  expect((await business.enter({ 0: ana, 4: bea })).status).toBe(303);
  const review = (await business.show('review')).html;
  for (const text of ['Ana Łukasz, ana@example.com, 60 %', 'Owner 2', 'Bea Núñez, bea@example.com, 33,3333 %'])
    expect(review).toContain(text);
  expect(await business.persons()).toEqual([]);

  await Promise.all([business.send(), business.send(), business.send()]);
  // Both were put on record in the same millisecond.
  expect(new Set(await business.persons())).toEqual(new Set([anaRow, beaRow]));
  expect((await partner.get(`/users/${business.userId}`)).body.data.kycStatus).not.toBe('NOT_STARTED');
  const entries = await partner.post(`/users/${business.userId}/associated-persons/signatures`, {});
  expect([entries.status, entries.body.data.data.length], entries.text).toEqual([201, 2]);
});

it.each([
  ['no last name', { 0: ['Ana', '', 'ana@example.com', '60'] }, 'Owner 1: Enter the last names'],
  ['no share', { 0: ana, 1: ['Bea', 'Núñez', 'bea@example.com', ''] }, 'Owner 2: Enter the share in percent'],
  ['no address', { 0: ['Ana', 'Ruiz', '', '60'] }, 'Owner 1: Enter the e-mail address'],
  ['a wrong address', { 0: ['Ana', 'Ruiz', 'ana@', '60'] }, 'Enter the e-mail address as in name@example.com'],
  ['a name that no document shows', { 0: ['Ana 😀', 'Ruiz', 'ana@example.com', '60'] }, 'without emoji'],
  ...['0', '100.1', '-5', '1e1', '33.33333', 'half', '0x10', '1,000,5'].map(
    (share) =>
      [`a share of ${share}`, { 0: ['Ana', 'Ruiz', 'ana@example.com', share] }, 'Enter the share as a number'] as const,
  ),
  ['more than the whole', { 0: ana, 1: ['Bea', 'Núñez', 'bea@example.com', '40.0001'] }, 'at most 100 % together'],
] as const)('refuses %s, and keeps what was entered', async (_, owners, message) => {
  const business = await newBusiness();
  const answer = await business.enter(owners as unknown as Readonly<Record<number, Owner>>);
  expect([answer.status, answer.html.includes(message)], answer.html).toEqual([422, true]);
  const shown = (await business.show('review')).html;
  expect(shown).toContain('Owners of the business</h2>');
  for (const [name, text] of Object.entries(inputs(owners as unknown as Readonly<Record<number, Owner>>)))
    expect(shown).toContain(`name="${name}" value="${text}"`);
  await business.send();
  expect(await business.persons()).toEqual([]);
});

it('counts the shares of owners on record, also of those who came while the page was open', async () => {
  const business = await newBusiness();
  await business.enter({ 0: ana, 1: bea });
  await business.record(onRecord);
  const refused = await business.send();
  expect([refused.status, refused.html.includes('at most 100 % together')], refused.html).toEqual([422, true]);
  expect(refused.html).toContain('Owners on record already: 1, with 40 % together.');
  expect(await business.persons()).toEqual([recordedRow]);

  expect((await business.enter({ 0: ana, 1: ['', '', '', ''] })).status).toBe(303);
  await business.send();
  expect(await business.persons()).toEqual([anaRow, recordedRow]);
});

it('takes no inputs that the page does not have, and starts without owners', async () => {
  const business = await newBusiness();
  const foreign = { 'owners.10.firstName': 'Eve', 'owners.__proto__.firstName': 'Eve', 'owners.0.role': 'DIRECTOR' };
  expect((await business.enter({}, foreign)).status).toBe(303);
  expect((await business.enter({}, { owner: 'remove.99' })).status).toBe(303);
  await business.send();
  expect(await business.persons()).toEqual([]);
  expect((await partner.get(`/users/${business.userId}`)).body.data.kycStatus).not.toBe('NOT_STARTED');
});
