import { expect, it } from 'vitest';
import { contract } from '#functions/receivers/create/contract';
import { handler } from '#functions/receivers/create/handler';
import { invalidInput, userNotAssociated } from '#shared/api/problems';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { createWorld } from '#test/support/handlers/world';

const person = {
  ...{ receiverType: 'INDIVIDUAL', email: 'li@example.com', taxId: 'X-1', firstName: 'Li', lastName: 'Wei' },
  ...{ countryOfBirth: 'China', dateOfBirth: '1990-02-28', phoneNumber: '+8613800138000' },
};
const business = {
  ...{ receiverType: 'BUSINESS', email: 'accounts@acme.example.com', taxId: 'DE136695976', businessName: 'ACME GmbH' },
  ...{ countryOfConstitution: 'DE', dateOfConstitution: '2001-02-28' },
};
const noPerson = { firstName: null, lastName: null, countryOfBirth: null, dateOfBirth: null, phoneNumber: null };
const noBusiness = { businessName: null, countryOfConstitution: null, dateOfConstitution: null };

describeEndpoint(contract, handler, {
  request: async (world) => ({ body: { userId: (await world.user()).id, ...business } }),
  foreign: 'UNAUTHORIZED',
  wrong: [
    ['the receiverType PERSON', { ...person, receiverType: 'PERSON' }, 'receiverType'],
    ['no receiverType', { ...person, receiverType: undefined }, 'receiverType'],
    ['the taxId A\\u0007', { ...person, taxId: 'A\u0007' }, 'taxId'],
    ['the dateOfBirth 2999-01-01', { ...person, dateOfBirth: '2999-01-01' }, 'dateOfBirth'],
    ['the userId no-id', { ...person, userId: 'no-id' }, 'userId'],
    ['no userId', { ...person, userId: undefined }, 'userId'],
    ['the email li', { ...person, email: 'li' }, 'email'],
    ['the countryOfBirth Atlantis', { ...person, countryOfBirth: 'Atlantis' }, 'countryOfBirth'],
    ['the dateOfBirth 1990-02-30', { ...person, dateOfBirth: '1990-02-30' }, 'dateOfBirth'],
    ['the dateOfConstitution 2001-02-29', { dateOfConstitution: '2001-02-29' }, 'dateOfConstitution'],
    ['the dateOfConstitution 28.2.2001', { dateOfConstitution: '28.2.2001' }, 'dateOfConstitution'],
    ['a long businessName', { businessName: 'x'.repeat(201) }, 'businessName'],
  ],
});

it.each([
  ['a person', person, noBusiness],
  ['a business', business, noPerson],
])('registers %s, without the fields of the other type', async (_, given, others) => {
  const world = await createWorld('createReceiver');
  const { id: userId } = await world.user();
  const response = await world.call(handler, { body: { ...person, ...business, ...given, userId, unknown: 1 } });
  const [stored] = world.table.items('RECEIVER');
  const at = new Date().toISOString();
  const data = { id: stored?.id, userId, ...given, ...others, createdAt: at, updatedAt: at };
  expect(response).toMatchObject({ status: 201, body: { success: true } });
  expect(response.body.data).toEqual(data);
  expect(stored).toEqual({
    ...{ PK: `RECEIVER#${stored?.id}`, SK: 'META', entity: 'RECEIVER', id: stored?.id, partnerId: world.partner.id },
    ...{ userId, ...given, version: 1, createdAtMs: Date.now(), updatedAtMs: Date.now() },
  });
});

it('takes blank and empty fields as absent', async () => {
  const world = await createWorld('createReceiver');
  const { id: userId } = await world.user();
  const response = await world.call(handler, { body: { ...business, userId, email: ' ', taxId: null } });
  expect(response).toMatchObject({ status: 201, body: { data: { email: null, taxId: null } } });
});

it.each([
  ['a person without a last name', { ...person, lastName: '\u2003' }, ['lastName']],
  ['a person with an empty first name', { ...person, firstName: '' }, ['firstName']],
  ['a person without names', { receiverType: 'INDIVIDUAL', businessName: 'ACME' }, ['firstName', 'lastName']],
  ['a business without a name', { receiverType: 'BUSINESS', firstName: 'Li', lastName: 'Wei' }, ['businessName']],
])('refuses %s', async (_, body, fields) => {
  const world = await createWorld('createReceiver');
  const { id: userId } = await world.user();
  const message = `Required for receivers of type ${body.receiverType}`;
  const response = await world.call(handler, { body: { ...body, userId } });
  expect(response).toMatchObject(refusal(invalidInput(fields.map((field) => ({ field, message })))));
  expect(world.table.items('RECEIVER')).toEqual([]);
});

it('does not know a user that does not exist', async () => {
  const world = await createWorld('createReceiver');
  const response = await world.call(handler, { body: { ...person, userId: '019bc1c5-0000-7000-8000-0000000000ff' } });
  expect(response).toMatchObject(refusal(userNotAssociated()));
});
