import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type ApiClient, toFields, toProblem, usAccount } from '#local/partner/api-client';
import { findBankAccount } from '#shared/bank-accounts/repository';
import { findTransaction } from '#shared/transactions/repository';
import { CLABE, accountDetails as details } from '#test/support/builders/account-details';
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
  [userId, otherUser] = await Promise.all([partner.newUser(), partner.newUser()]);
  foreignUser = await stranger.newUser();
});
afterAll(() => running?.stop());

const NIL = '00000000-0000-0000-0000-000000000000';

const accounts = (user = userId) => `/banks/users/${user}/accounts`;
const save = (body: unknown, user = userId) => partner.post(accounts(user), body);
const notOfPartner = [401, 'UNAUTHORIZED', 'User is not associated with the partner'];
const unknown = [404, 'USER_BANK_INFO_NOT_FOUND', 'User bank information not found.'];
/** The stored account that a transaction is paid to. */
async function readPaidAccount({ body }: Answer) {
  const transaction = await findTransaction(body.data.id);
  if (transaction === undefined || transaction.kind === 'ON_RAMP') return undefined;
  return findBankAccount(transaction.bankAccountId ?? '');
}
const ids = (answer: Answer) => answer.body.data.data.map(({ id }: { id: string }) => id);

describe('a saved account', () => {
  it('of Mexico has every field of the record, the bank by its CLABE, and waits for its test', async () => {
    const answer = await save({ ...details.MX, bankName: 'Whatever', unknown: 1 });
    expect(answer.status, answer.text).toBe(201);
    const { id, createdAt, updatedAt, ...record } = answer.body.data;
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(createdAt).toBe(updatedAt);
    expect(record).toEqual({
      userId,
      partnerId: partner.partnerId,
      receiverId: null,
      bankName: 'STP',
      accountNumber: CLABE,
      accountType: null,
      clabe: CLABE,
      country: 'MX',
      rampType: 'OFF_RAMP',
      documentNumber: null,
      documentType: null,
      routingNumber: null,
      bic: null,
      iban: null,
      accountHolder: null,
      address: null,
      alias: 'Nómina',
      isVerified: false,
      verificationStatus: 'PENDING',
      verifiedAt: null,
      version: 1,
    });
  });

  it.each([
    [
      'DO',
      {
        accountNumber: '9601234567',
        clabe: null,
        documentNumber: '00112345678',
        documentType: 'CEDULA',
        accountType: 'SAVINGS',
      },
    ],
    [
      'US',
      {
        accountNumber: usAccount.accountIdentifier,
        routingNumber: '021000021',
        accountType: 'CHECKING',
        accountHolder: { type: 'INDIVIDUAL', firstName: 'Ana', lastName: 'García', businessName: null },
      },
    ],
    [
      'DE',
      {
        accountNumber: 'DE89370400440532013000',
        iban: 'DE89370400440532013000',
        bic: 'COBADEFFXXX',
        accountHolder: { type: 'BUSINESS', firstName: null, lastName: null, businessName: 'ACME' },
      },
    ],
    ['CN', { accountNumber: '6222020', bankName: 'ICBC', bic: null }],
  ] as const)('of %s needs no test', async (country, expected) => {
    const answer = await save(details[country], otherUser);
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body.data).toMatchObject({
      ...expected,
      country,
      isVerified: true,
      verificationStatus: 'NOT_REQUIRED',
      verifiedAt: null,
      rampType: null,
      alias: null,
    });
  });

  it("keeps the caller's bank where the CLABE names none", async () => {
    const user = await partner.newUser();
    expect(
      (await save({ country: 'MX', accountIdentifier: '999180110400000007', bankName: 'Caja' }, user)).body.data
        .bankName,
    ).toBe('Caja');
    expect(
      (await save({ country: 'MX', accountIdentifier: '998180110400000007' }, user)).body.data.bankName,
    ).toBeNull();
  });

  it('at another bank is another account, and is the one paid', async () => {
    const user = await partner.verifiedUser();
    const first = (await save(details.US, user)).body.data;
    const second = (await save({ ...details.US, routingNumber: '026009593' }, user)).body.data;
    expect(second.id).not.toBe(first.id);
    expect([first.routingNumber, second.routingNumber]).toEqual(['021000021', '026009593']);
    expect((await save({ ...details.US, bankName: 'Another name' }, user)).body.data.id).toBe(first.id);
    const order = (overrides: Readonly<Record<string, unknown>>) =>
      partner.post('/cross-ramp', partner.crossRamp(user, { sourceAmount: 1500, ...overrides }));
    const inline = await order({ targetBankAccount: { ...usAccount, routingNumber: '026009593' } });
    expect(inline.status, inline.text).toBe(201);
    expect(await readPaidAccount(inline)).toMatchObject({ id: second.id });
    expect((await partner.get(accounts(user))).body.data.total).toBe(2);
    const dominican = (await save(details.DO, user)).body.data.id;
    expect((await save({ ...details.DO, bankName: 'Banreservas' }, user)).body.data.id).not.toBe(dominican);
  });

  it('is stored once per user and routing, also when fifty requests come at once', async () => {
    const user = await partner.newUser();
    const answers = await Promise.all(Array.from({ length: 50 }, () => save(details.DE, user)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    expect((await partner.get(accounts(user))).body.data).toMatchObject({ count: 1, total: 1 });
    const spaced = await save({ ...details.DE, iban: 'de89 3704 0044 0532 0130 00' }, user);
    expect(spaced.body.data.id).toBe(answers[0]?.body.data.id);
    expect((await save(details.DE, otherUser)).body.data.id).not.toBe(spaced.body.data.id);
  });
});

describe('details that are refused', () => {
  it.each<[string, Readonly<Record<string, unknown>>, string[]]>([
    ['no country', { accountIdentifier: CLABE }, ['country']],
    ['a country that is not served', { country: 'BR', accountIdentifier: '1' }, ['country']],
    ['a short CLABE', { country: 'MX', accountIdentifier: '123' }, ['accountIdentifier']],
    [
      'a bare Dominican account',
      { country: 'DO' },
      ['accountIdentifier', 'accountType', 'bankName', 'documentIdentifier', 'documentType'],
    ],
    [
      'a bare American account',
      { country: 'US' },
      ['accountHolder', 'accountIdentifier', 'address', 'bankName', 'routingNumber'],
    ],
    ['a bare German account', { country: 'DE' }, ['accountHolder', 'bankName', 'bic', 'iban']],
    [
      'a bare Chinese account',
      { country: 'CN' },
      ['accountHolder', 'accountIdentifier', 'accountType', 'address', 'bankName'],
    ],
    ['a holder without a name', { ...details.US, accountHolder: { firstName: 'Ana' } }, ['accountHolder.lastName']],
    ['an address without a city', { ...details.US, address: { ...usAccount.address, city: '' } }, ['address.city']],
    ['a type that is none', { ...details.US, accountType: 'GOLD' }, ['accountType']],
    ['a document that is none', { ...details.DO, documentType: 'LICENSE' }, ['documentType']],
    ['a ramp that is none', { ...details.MX, rampType: 'UP' }, ['rampType']],
    ['a long alias', { ...details.MX, alias: 'x'.repeat(101) }, ['alias']],
    ['a blank account number', { ...details.US, accountIdentifier: ' \u00a0 ' }, ['accountIdentifier']],
    ['a blank name', { ...details.US, accountHolder: { firstName: ' ', lastName: 'G' } }, ['accountHolder.firstName']],
    ['a control character in the number', { ...details.US, accountIdentifier: '12\u001b[2J' }, ['accountIdentifier']],
    [
      'a direction character in a name',
      { ...details.US, accountHolder: { businessName: 'ACME\u202eEMCA' } },
      ['accountHolder.businessName'],
    ],
    ['a number as text', { ...details.MX, accountIdentifier: 1 }, ['accountIdentifier']],
  ])('%s, by its fields', async (_what, body, fields) => {
    const before = await countItems(running.stack);
    const answer = await save(body);
    expect(toProblem(answer)).toEqual([400, 'INVALID_USER_INPUT_ERROR', 'Invalid User Input']);
    expect(toFields(answer)).toEqual(fields);
    expect(await countItems(running.stack)).toBe(before);
  });

  it('are not refused for a wrong checksum in the sandbox', async () => {
    const user = await partner.newUser();
    for (const body of [
      { country: 'MX', accountIdentifier: '646180110400000008' },
      { ...details.US, routingNumber: '123456789' },
      { ...details.DE, iban: 'DE89370400440532013001' },
    ]) {
      expect((await save(body, user)).status).toBe(201);
    }
  });
});

describe('the list', () => {
  let user: string;
  const made: string[] = [];
  beforeAll(async () => {
    user = await partner.newUser();
    for (const body of [details.MX, details.DO, details.US, { ...details.DE, rampType: 'CROSS_RAMP' }, details.CN]) {
      made.push((await save(body, user)).body.data.id);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  });

  it.each([
    ['', [4, 3, 2, 1, 0], 5],
    ['sortOrder=asc&sortBy=createdAt', [0, 1, 2, 3, 4], 5],
    ['limit=2', [4, 3], 5],
    ['limit=2&skip=3', [1, 0], 5],
    ['skip=5', [], 5],
    ['country=DE', [3], 1],
    ['country=ES', [], 0],
    ['rampType=OFF_RAMP', [0], 1],
    ['rampType=CROSS_RAMP&country=DE', [3], 1],
    ['rampType=ON_RAMP', [], 0],
    ['id=nonsense', [], 0],
    [`id=${NIL}`, [], 0],
  ])('by "%s"', async (query, expected, count) => {
    const answer = await partner.get(`${accounts(user)}?${query}`);
    expect(ids(answer)).toEqual(expected.map((index) => made[index]));
    expect([answer.body.data.count, answer.body.data.total]).toEqual([count, 5]);
  });

  it("finds one by its id, if it is the user's and matches the rest", async () => {
    const list = async (query: string, of = user) => ids(await partner.get(`${accounts(of)}?${query}`));
    expect(await list(`id=${made[2]}`)).toEqual([made[2]]);
    expect(await list(`id=${made[2]?.toUpperCase()}`)).toEqual([made[2]]);
    expect(await list(`id=${made[2]}&country=US`)).toEqual([made[2]]);
    expect(await list(`id=${made[2]}&country=MX`)).toEqual([]);
    expect(await list(`id=${made[2]}&skip=1`)).toEqual([]);
    expect(await list(`id=${made[2]}`, otherUser)).toEqual([]);
  });

  it('continues by cursor', async () => {
    const first = await partner.get(`${accounts(user)}?limit=3`);
    const second = await partner.get(`${accounts(user)}?limit=3&cursor=${first.body.data.nextCursor}`);
    expect([...ids(first), ...ids(second)]).toEqual(made.toReversed());
    expect(second.body.data.nextCursor).toBeUndefined();
  });

  it.each([
    'country=BR',
    'rampType=X',
    'limit=0',
    'limit=101',
    'skip=-1',
    'sortBy=country',
    'sortOrder=up',
    'cursor=x',
  ])('refuses %s', async (query) => {
    expect(toProblem(await partner.get(`${accounts(user)}?${query}`))).toEqual([
      400,
      'INVALID_USER_INPUT_ERROR',
      'Invalid User Input',
    ]);
  });
});

describe('the owner of an account', () => {
  it('is checked in every operation', async () => {
    const foreign = (await stranger.post(accounts(foreignUser), details.US)).body.data.id;
    const { id } = (await save(details.US)).body.data;
    const remove = async (user: string, account: string) =>
      toProblem(await partner.send('DELETE', `${accounts(user)}/${account}`));
    const denied = (text: string) => [403, 'USER_BANK_INFO_ACCESS_DENIED', `The bank information ${text}`];
    expect(await remove(userId, foreign)).toEqual(denied('belongs to a different partner.'));
    expect(await remove(otherUser, id)).toEqual(denied('does not belong to the specified user.'));
    expect(await remove(foreignUser, foreign)).toEqual(notOfPartner);
    for (const text of [NIL, 'nonsense', 'x'.repeat(3000)]) expect(await remove(userId, text)).toEqual(unknown);
    expect(toProblem(await save(details.US, foreignUser))).toEqual(notOfPartner);
    expect(toProblem(await partner.get(accounts(foreignUser)))).toEqual(notOfPartner);
    expect(toProblem(await partner.get(accounts('nonsense')))).toEqual([
      400,
      'INVALID_USER_INPUT_ERROR',
      'Invalid User Input',
    ]);
  });
});

describe('a deleted account', () => {
  it('is not listed, is unknown, and its details may be saved again', async () => {
    const user = await partner.newUser();
    const { id } = (await save(details.US, user)).body.data;
    const path = `${accounts(user)}/${id}`;
    const answers = await Promise.all(Array.from({ length: 5 }, () => partner.send('DELETE', path)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
    expect(answers.find(({ status }) => status === 200)?.body.data).toEqual({
      id,
      deletedAt: expect.any(String),
    });
    expect(toProblem(await partner.send('DELETE', path))).toEqual(unknown);
    expect((await partner.get(accounts(user))).body.data).toEqual({ count: 0, total: 0, data: [] });
    expect((await partner.get(`${accounts(user)}?id=${id}`)).body.data.count).toBe(0);
    const again = (await save(details.US, user)).body.data;
    expect(again.id).not.toBe(id);
    expect(ids(await partner.get(accounts(user)))).toEqual([again.id]);
  });
});
