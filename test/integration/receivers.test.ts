import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, toFields, toProblem, usAccount } from '#local/partner/api-client';
import { findBankAccount } from '#shared/bank-accounts/repository';
import { countItems } from '#test/support/table-census';
import { startTestStack, type TestStack } from '#test/support/test-stack';

let running: TestStack;
let partner: ApiClient;
let stranger: ApiClient;
let userId: string;
let otherUser: string;
let foreignUser: string;

beforeAll(async () => {
  running = await startTestStack();
  partner = await running.newPartner();
  stranger = await running.newPartner('Another partner');
  [userId, otherUser, foreignUser] = await Promise.all([partner.newUser(), partner.newUser(), stranger.newUser()]);
});
afterAll(() => running?.stop());

const NIL = '00000000-0000-0000-0000-000000000000';
const person = {
  receiverType: 'INDIVIDUAL',
  email: 'eva@example.com',
  taxId: 'RUEE900517AB1',
  firstName: 'Eva',
  lastName: 'Ruiz',
  countryOfBirth: 'Mexico',
  dateOfBirth: '1990-05-17',
  phoneNumber: '+525512345678',
};
const business = {
  receiverType: 'BUSINESS',
  email: 'pay@acme.example',
  taxId: 'ACM900517AB1',
  businessName: 'ACME',
  countryOfConstitution: 'US',
  dateOfConstitution: '2001-02-28',
};

const create = (body: Readonly<Record<string, unknown>>) => partner.post('/receivers', { userId, ...body });
const noReceiver = [404, 'RECEIVER_NOT_FOUND', 'Receiver not found.'];
const notOfPartner = [401, 'UNAUTHORIZED', 'User is not associated with the partner'];

describe('a receiver', () => {
  it('who is a person is kept with the fields of a person', async () => {
    const answer = await create({ ...person, businessName: 'ignored', unknown: 1 });
    expect(answer.status, answer.text).toBe(201);
    const { id, createdAt, updatedAt, ...receiver } = answer.body.data;
    expect(receiver).toEqual({
      userId,
      ...person,
      businessName: null,
      countryOfConstitution: null,
      dateOfConstitution: null,
    });
    expect(createdAt).toBe(updatedAt);
    expect((await partner.get(`/receivers/${id}`)).body.data).toEqual(answer.body.data);
    expect((await partner.get(`/receivers/${id.toUpperCase()}`)).body.data.id).toBe(id);
  });

  it('who is a business is kept with the fields of a business', async () => {
    const answer = await create({ ...business, firstName: 'ignored' });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body.data).toMatchObject({
      userId,
      ...business,
      firstName: null,
      lastName: null,
      countryOfBirth: null,
      dateOfBirth: null,
      phoneNumber: null,
    });
  });

  it.each<[string, Readonly<Record<string, unknown>>, string[]]>([
    ['no user', { ...person, userId: undefined }, ['userId']],
    ['a user of no form', { ...person, userId: 'x' }, ['userId']],
    ['no type', { ...person, receiverType: undefined }, ['receiverType']],
    ['a type that is none', { ...person, receiverType: 'ROBOT' }, ['receiverType']],
    ['no names of a person', { receiverType: 'INDIVIDUAL' }, ['firstName', 'lastName']],
    ['an empty name', { ...person, firstName: '' }, ['firstName']],
    ['a blank name', { ...person, lastName: '\u2003' }, ['lastName']],
    ['a control character', { ...person, taxId: 'A\u0007' }, ['taxId']],
    ['no name of a business', { ...business, businessName: undefined }, ['businessName']],
    ['a bad address', { ...person, email: 'eva' }, ['email']],
    ['a date that is none', { ...person, dateOfBirth: '1990-02-30' }, ['dateOfBirth']],
    ['a birth to come', { ...person, dateOfBirth: '2999-01-01' }, ['dateOfBirth']],
    ['a date of no form', { ...business, dateOfConstitution: '28.2.2001' }, ['dateOfConstitution']],
    ['a country that is none', { ...person, countryOfBirth: 'Atlantis' }, ['countryOfBirth']],
  ])('with %s is refused by its fields', async (_what, body, fields) => {
    const before = await countItems(running.stack);
    const answer = await create(body);
    expect(toProblem(answer)).toEqual([400, 'INVALID_USER_INPUT_ERROR', 'Invalid User Input']);
    expect(toFields(answer)).toEqual(fields);
    expect(await countItems(running.stack)).toBe(before);
  });

  it("belongs to one of the partner's users", async () => {
    expect(toProblem(await create({ ...person, userId: foreignUser }))).toEqual(notOfPartner);
    expect(toProblem(await create({ ...person, userId: NIL }))).toEqual(notOfPartner);
  });

  it('of no user, or of another partner, is not found', async () => {
    const foreign = (await stranger.post('/receivers', { ...person, userId: foreignUser })).body.data.id;
    for (const id of [foreign, NIL, 'nonsense', 'x'.repeat(3000)]) {
      expect(toProblem(await partner.get(`/receivers/${id}`))).toEqual(noReceiver);
      expect(toProblem(await partner.send('DELETE', `/receivers/${id}`))).toEqual(noReceiver);
    }
    expect((await stranger.get(`/receivers/${foreign}`)).status).toBe(200);
  });
});

describe('the list of receivers', () => {
  let lister: ApiClient;
  let users: string[];
  const made: string[] = [];
  beforeAll(async () => {
    lister = await running.newPartner('Lister');
    users = [await lister.newUser(), await lister.newUser()];
    for (let index = 0; index < 6; index += 1) {
      const body = index % 2 === 0 ? person : business;
      made.push((await lister.post('/receivers', { ...body, userId: users[index < 4 ? 0 : 1] })).body.data.id);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  });

  it.each<[string, number[], number]>([
    ['', [5, 4, 3, 2, 1, 0], 6],
    ['sortOrder=asc&limit=2', [0, 1], 6],
    ['limit=2&skip=1', [4, 3], 6],
    ['receiverType=BUSINESS', [5, 3, 1], 3],
    ['userId=FIRST', [3, 2, 1, 0], 4],
    ['userId=SECOND&receiverType=INDIVIDUAL', [4], 1],
    ['skip=6', [], 6],
    [`userId=${NIL}`, [], 0],
  ])('by "%s"', async (query, expected, count) => {
    const filled = query.replace('FIRST', users[0] ?? '').replace('SECOND', users[1] ?? '');
    const { data } = (await lister.get(`/receivers?${filled}`)).body;
    expect(data.data.map(({ id }: { id: string }) => id)).toEqual(expected.map((index) => made[index]));
    expect([data.count, data.total]).toEqual([count, 6]);
  });

  it('continues by cursor, and shows nothing to another partner', async () => {
    const first = (await lister.get('/receivers?limit=4')).body.data;
    const second = (await lister.get(`/receivers?limit=4&cursor=${first.nextCursor}`)).body.data;
    expect([...first.data, ...second.data].map(({ id }: { id: string }) => id)).toEqual(made.toReversed());
    expect((await stranger.get(`/receivers?userId=${users[0]}`)).body.data.count).toBe(0);
  });

  it.each(['userId=x', 'receiverType=X', 'limit=0', 'skip=x'])('refuses %s', async (query) => {
    expect(toProblem(await lister.get(`/receivers?${query}`))).toEqual([
      400,
      'INVALID_USER_INPUT_ERROR',
      'Invalid User Input',
    ]);
  });
});

describe('the accounts of a deleted receiver', () => {
  const account = (index: number) => ({
    country: 'US',
    ...usAccount,
    accountIdentifier: `1000${index}`,
  });

  it('are deleted with it, however many there are, and cannot be paid by their ids', async () => {
    const user = await partner.verifiedUser();
    const { id } = (await create({ ...person, userId: user })).body.data;
    const path = `/banks/receivers/${id}/accounts`;
    const ids: string[] = [];
    for (let index = 0; index < 43; index += 1) ids.push((await partner.post(path, account(index))).body.data.id);
    const pay = (targetBankAccountId: string | undefined) =>
      partner.post(
        '/cross-ramp',
        partner.crossRamp(user, { targetBankAccount: undefined, targetBankAccountId, sourceAmount: 1500 }),
      );
    expect((await pay(ids[0])).status).toBe(201);
    expect((await partner.send('DELETE', `/receivers/${id}`)).status).toBe(200);
    for (const index of [0, 19, 20, 42]) {
      expect(toProblem(await pay(ids[index]))).toEqual([
        404,
        'USER_BANK_INFO_NOT_FOUND',
        'User bank information not found.',
      ]);
    }
    expect((await Promise.all(ids.map(findBankAccount))).filter((one) => one !== undefined)).toEqual([]);
  });

  it('include none that was added while it was deleted', async () => {
    const { id } = (await create({ ...person, userId: otherUser })).body.data;
    const path = `/banks/receivers/${id}/accounts`;
    const add = (index: number) => partner.post(path, account(index));
    await Promise.all([add(0), add(1)]);
    const [removed, ...added] = await Promise.all([
      partner.send('DELETE', `/receivers/${id}`),
      ...Array.from({ length: 8 }, (_, index) => add(index + 2)),
    ]);
    // A deletion that met too many additions is answered as such, and is repeated.
    if (removed?.status !== 200) expect((await partner.send('DELETE', `/receivers/${id}`)).status).toBe(200);
    for (const answer of added) expect([201, 404, 409]).toContain(answer.status);
    const ids = added.flatMap(({ status, body }) => (status === 201 ? [body.data.id] : []));
    expect((await Promise.all(ids.map(findBankAccount))).filter((one) => one !== undefined)).toEqual([]);
    expect(toProblem(await add(99))).toEqual(noReceiver);
  });
});

it('a deleted receiver is not listed and is unknown, as are its accounts', async () => {
  const { id } = (await create({ ...person, userId: otherUser })).body.data;
  await partner.post(`/banks/receivers/${id}/accounts`, {
    country: 'MX',
    accountIdentifier: '646180110400000007',
  });
  const answers = await Promise.all(Array.from({ length: 5 }, () => partner.send('DELETE', `/receivers/${id}`)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
  expect(answers.find(({ status }) => status === 200)?.body.data).toEqual({
    id,
    deletedAt: expect.any(String),
  });
  expect(toProblem(await partner.get(`/receivers/${id}`))).toEqual(noReceiver);
  expect(toProblem(await partner.get(`/banks/receivers/${id}/accounts`))).toEqual(noReceiver);
  expect((await partner.get(`/receivers?userId=${otherUser}`)).body.data.count).toBe(0);
});
