/** Tests simultaneous requests. Identical requests together must have exactly one effect. Handler tests cover single requests. */
import { describe, expect, it } from 'vitest';
import { type ApiResponse, toProblem, until, usAccount } from '#local/partner/api-client';
import { findBankAccount } from '#shared/bank-accounts/repository';
import { findTransaction } from '#shared/transactions/repository';
import { CLABE, accountDetails as details } from '#test/support/builders/account-details';
import { newBusiness, verifiedBusiness } from '#test/support/business';
import { hiddenFields } from '#test/support/hidden-fields';
import { getPage, postForm } from '#test/support/pages';
import { sharedStack } from '#test/support/shared-stack/shared-stack';
import { ownerToSign } from '#test/support/signing';

const running = await sharedStack();
const partner = await running.newPartner();
const verified = await partner.verifiedUser();

const atOnce = <Sent>(count: number, send: (index: number) => Promise<Sent>): Promise<Sent[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => send(index)));
function statuses(responses: readonly { readonly status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
const totalOf = async (path: string): Promise<number> => (await partner.get(path)).body.data.total;
const eventsOf = async (userId: string): Promise<string[]> =>
  (await partner.get(`/webhook-notifications?userId=${userId}&limit=100&sortOrder=asc`)).body.data.data.map(
    ({ eventType }: { eventType: string }) => eventType,
  );

/** Identical requests: how to send one, the statuses of ten requests, and the list with the single resulting record. */
interface Repeated {
  readonly send: () => Promise<ApiResponse>;
  readonly expected: Readonly<Record<number, number>>;
  readonly list?: string;
}

const offRamp = (userId: string) => ({
  ...{ userId, fiatCurrency: 'MXN', tokenSymbol: 'USDC', blockchainSymbol: 'POL', cryptoAmount: 50 },
  userBankInformation: { accountIdentifier: CLABE },
});

const repeated: readonly (readonly [name: string, make: () => Promise<Repeated>])[] = [
  [
    'a bank account is saved',
    async () => {
      const list = `/banks/users/${await partner.newUser()}/accounts`;
      return { send: () => partner.post(list, details.DE), expected: { 201: 10 }, list };
    },
  ],
  [
    'the details in an order are saved',
    async () => {
      const userId = await partner.verifiedUser();
      const list = `/banks/users/${userId}/accounts`;
      return { send: () => partner.post('/off-ramp', offRamp(userId)), expected: { 201: 10 }, list };
    },
  ],
  [
    'a wallet is saved',
    async () => {
      const list = `/users/${await partner.newUser()}/wallets`;
      const body = { vmType: 'EVM', walletAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' };
      return { send: () => partner.post(list, body), expected: { 201: 1, 400: 9 }, list };
    },
  ],
  [
    'a verification is started',
    async () => {
      const path = `/users/${await partner.newUser()}/kyc`;
      return { send: () => partner.post(path, { country: 'MX' }), expected: { 201: 1, 409: 9 } };
    },
  ],
  [
    'a declaration is signed',
    async () => {
      const business = await newBusiness(partner);
      const owner = await business.addOwner();
      await business.requestSignatures();
      return { send: () => business.sign(owner), expected: { 200: 1, 409: 9 } };
    },
  ],
  [
    'a transaction is cancelled',
    async () => {
      const order = partner.crossRamp(verified, { sourceAmount: 1500 });
      const { id } = (await partner.post('/cross-ramp', order)).body.data;
      return { send: () => partner.put(`/transactions/${id}/cancel`), expected: { 200: 10 } };
    },
  ],
  [
    'H04: a hold is released by its information',
    async () => {
      const accountHolder = { firstName: 'Ana', lastName: 'Hold' };
      const order = {
        ...offRamp(verified),
        cryptoAmount: 10.01,
        userBankInformation: { accountIdentifier: CLABE, accountHolder },
      };
      const { id } = (await partner.post('/off-ramp', order)).body.data;
      await until(async () => (await findTransaction(id))?.hold !== undefined);
      const items = [{ field: 'relationship', value: 'Supplier since 2019' }];
      return { send: () => partner.post(`/transactions/${id}/information`, { items }), expected: { 200: 1, 409: 9 } };
    },
  ],
];

describe('ten equal requests', () => {
  it.each(repeated)('have their effect once: %s', async (_, make) => {
    const { send, expected, list } = await make();
    const responses = await atOnce(10, send);
    expect(statuses(responses)).toEqual(expected);
    if (list !== undefined) expect(await totalOf(list)).toBe(1);
  });

  it.each(['email', 'externalUserId'])('for users with the same %s register one of them', async (field) => {
    const wanted = `wanted-${field}-${partner.partnerId}@example.com`;
    const responses = await atOnce(10, (index) => {
      const own = { type: 'INDIVIDUAL', email: `${field}-${index}-${partner.partnerId}@example.com` };
      return partner.post('/users', { ...own, [field]: wanted });
    });
    expect(statuses(responses)).toEqual({ 201: 1, 409: 9 });
    const [winner] = responses.filter(({ status }) => status === 201);
    for (const { status, body } of responses)
      if (status === 409) expect(body.details).toEqual({ userId: winner?.body.data.userId });
  });

  it('for links and onboardings make one of each', async () => {
    const userId = await partner.newUser();
    const links = await atOnce(10, () => partner.post(`/users/${userId}/kyc/verification-link`, { country: 'MX' }));
    expect(links.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    const created = links.filter(({ status }) => status === 201);
    const pages = await Promise.all(created.map(({ body }) => getPage(body.data.kycLink)));
    expect(statuses(pages)[200]).toBe(1);

    const other = await partner.newUser();
    const asked = await atOnce(10, () => partner.post(`/banks/users/${other}/banking-onboarding`));
    const urls = asked.filter(({ status }) => status === 201).map(({ body }) => body.data.kybUrl);
    expect(new Set(urls).size).toBe(1);

    const user = await partner.verifiedUser();
    const path = `/banks/users/${user}/banking-onboarding`;
    const started = await atOnce(10, () => partner.post(path));
    expect(started.filter(({ body }) => body.data.outcome === 'SUBMITTED')).toHaveLength(1);
    await until(async () => (await partner.get(`${path}?country=US`)).body.data.status === 'COMPLETED');
    expect(await totalOf(`/banks/users/${user}/accounts`)).toBe(1);
  });

  it('for signatures make one link per owner, and one signature by ten forms', async () => {
    const business = await newBusiness(partner);
    await business.addOwner();
    const asked = await atOnce(10, business.requestSignatures);
    expect(new Set(asked.map(({ body }) => body.data.data[0].signingUrl)).size).toBe(1);

    const { userId, signingUrl } = await ownerToSign(partner);
    const { html } = await getPage(signingUrl);
    const fields = { ...hiddenFields(html), way: 'typed', consent: 'yes', fullName: 'Jacinta Wolffsberg' };
    expect(statuses(await atOnce(10, () => postForm(signingUrl, fields)))).toEqual({ 303: 1, 409: 9 });
    expect((await eventsOf(userId)).filter((event) => event === 'DOCUMENT_SIGNED')).toHaveLength(1);
  });

  it('of a page start one verification', async () => {
    const userId = await partner.newUser();
    const link = await partner.post(`/users/${userId}/kyc/verification-link`, { country: 'MX' });
    const pages = await atOnce(8, () => postForm(link.body.data.kycLink, { action: 'send' }));
    expect(statuses(pages)[303]).toBeGreaterThan(0);
    expect(pages.filter(({ status }) => status !== 303 && status !== 200)).toEqual([]);
    await until(async () => (await eventsOf(userId)).length === 2);
    expect(await eventsOf(userId)).toEqual(['CREATED_KYC', 'VERIFIED_USER']);
  });
});

describe('a bound', () => {
  it('of the shares of owners holds for twelve who are added at once', async () => {
    const business = await newBusiness(partner);
    const responses = await atOnce(12, () => partner.post(business.persons, business.owner({ ownershipPercent: 30 })));
    for (const response of responses) expect([201, 400, 409], response.text).toContain(response.status);
    const added = statuses(responses)[201] ?? 0;
    expect(await totalOf(business.persons)).toBe(added);
    expect([1, 2, 3]).toContain(added);
  });

  it('of twenty wallets holds for ten that are saved at once where there is room for five', async () => {
    const path = `/users/${await partner.newUser()}/wallets`;
    const add = (index: number) =>
      partner.post(path, { vmType: 'EVM', walletAddress: `0x${index.toString(16).padStart(40, '0')}` });
    for (let index = 0; index < 15; index += 1) await add(index);
    const rest = await atOnce(10, (index) => add(15 + index));
    for (const { status, body } of rest) if (status !== 201) expect(body.code).toBe('CONFLICT');
    // A request can fail because of too many conflicts. The test therefore sends more requests until the user has twenty wallets.
    for (let index = 30; (await totalOf(path)) < 20; index += 1) await add(index);
    const full = [409, 'CONFLICT', 'A user can have at most 20 wallets. Delete one to add another.'];
    expect(toProblem(await add(100))).toEqual(full);
    expect(await totalOf(path)).toBe(20);
  });

  it('of five webhook endpoints holds for six that are created at once', async () => {
    const own = await running.newPartner();
    const responses = await atOnce(6, (at) => own.post('/webhook-endpoints', { url: `http://127.0.0.1:1/${at}` }));
    expect(statuses(responses)).toEqual({ 201: 4, 409: 2 });
    expect((await own.get('/webhook-endpoints')).body.data.data).toHaveLength(5);
  });
});

describe('different changes at once', () => {
  it('of a user are all applied, and two users who swap addresses stay as they were', async () => {
    const [one, other] = [`one-${partner.partnerId}@example.com`, `other-${partner.partnerId}@example.com`];
    const [first, second] = [await partner.newUser({ email: one }), await partner.newUser({ email: other })];
    const patch = (userId: string, body: object) => partner.send('PATCH', `/users/${userId}`, body);
    const swap = () => Promise.all([patch(first, { email: other }), patch(second, { email: one })]);
    expect(statuses([...(await swap()), ...(await swap())])).toEqual({ 409: 4 });
    const changed = await atOnce(4, (index) => patch(first, { email: `${index}-${one}`, externalUserId: `${index}` }));
    expect(statuses(changed)).toEqual({ 200: 4 });
    const { version, email } = (await partner.get(`/users/${first}`)).body.data;
    expect(version).toBe(5);
    expect((await partner.get(`/users?${new URLSearchParams({ email })}`)).body.data.count).toBe(1);
    // An e-mail address can be used again after a later change replaced it.
    expect((await patch(second, { email: one })).status).toBe(200);
  });

  it('of webhook settings are applied one after the other, and one response has the secret', async () => {
    const own = await running.newPartner();
    const responses = await atOnce(8, (index) => own.put('/webhook-settings', { url: `https://example.com/${index}` }));
    expect(statuses(responses)).toEqual({ 200: 8 });
    expect(responses.filter(({ body }) => body.data.secret !== undefined)).toHaveLength(1);
    const last = responses.map(({ body }) => body.data).toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))[0];
    const { secret: _, ...settings } = last;
    expect((await own.get('/webhook-settings')).body.data).toEqual(settings);
  });

  it('of webhook endpoints are all kept: settings, new, changed, rotated and deleted ones', async () => {
    const own = await running.newPartner();
    const url = (name: string) => `http://127.0.0.1:1/${name}`;
    const [one, two, three] = [
      await own.create('/webhook-endpoints', { url: url('1') }),
      await own.create('/webhook-endpoints', { url: url('2') }),
      await own.create('/webhook-endpoints', { url: url('3') }),
    ].map(({ body }) => `/webhook-endpoints/${body.data.id}`);
    const responses = await Promise.all([
      own.put('/webhook-settings', { url: url('first'), eventTypes: ['VERIFIED_USER'] }),
      own.put(one ?? '', { url: url('changed'), eventTypes: ['CREATED_KYC'] }),
      own.post(`${two}/secret/rotate`),
      own.send('DELETE', three ?? ''),
      own.post('/webhook-endpoints', { url: url('new') }),
      own.post('/webhook-settings/test'),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 201, 200, 201, 201]);
    expect((await own.get('/webhook-endpoints')).body.data.data).toMatchObject([
      { isDefault: true, url: url('first'), eventTypes: ['VERIFIED_USER'] },
      { url: url('changed'), eventTypes: ['CREATED_KYC'] },
      { url: url('2'), previousSecretsExpireAt: [expect.any(String)] },
      { url: url('new') },
    ]);
  });

  it('delete a receiver with the accounts that are added meanwhile', async () => {
    const receiver = { userId: verified, receiverType: 'INDIVIDUAL', firstName: 'Eva', lastName: 'Ruiz' };
    const { id } = (await partner.post('/receivers', receiver)).body.data;
    const path = `/banks/receivers/${id}/accounts`;
    const add = (index: number) =>
      partner.post(path, { country: 'US', ...usAccount, accountIdentifier: `100${index}` });
    const [removed, ...added] = await Promise.all([
      partner.send('DELETE', `/receivers/${id}`),
      ...Array.from({ length: 8 }, (_, index) => add(index)),
    ]);
    // A deletion with too many simultaneous additions returns a conflict; the test repeats it.
    if (removed?.status !== 200) expect((await partner.send('DELETE', `/receivers/${id}`)).status).toBe(200);
    for (const { status } of added) expect([201, 404, 409]).toContain(status);
    const ids = added.flatMap(({ status, body }) => (status === 201 ? [body.data.id] : []));
    expect((await Promise.all(ids.map(findBankAccount))).filter((one) => one !== undefined)).toEqual([]);
    expect(toProblem(await add(99))).toEqual([404, 'RECEIVER_NOT_FOUND', 'Receiver not found.']);
  });

  it('of owners decide which creations are accepted', async () => {
    const business = await verifiedBusiness(partner);
    const create = () => partner.post('/cross-ramp', partner.crossRamp(business.userId, { sourceAmount: 1500 }));
    let accepted = 0;
    const race = async (change: () => Promise<ApiResponse>) => {
      const [changed, ...responses] = await Promise.all([change(), create(), create(), create()]);
      expect(changed?.status).toBeLessThan(300);
      for (const { status, text } of responses) expect([201, 403], text).toContain(status);
      accepted += responses.filter(({ status }) => status === 201).length;
    };
    for (let round = 0; round < 3; round += 1) {
      await race(() => partner.post(business.persons, business.owner()));
      expect((await create()).body.code).toBe('SIGNATURE_REQUIREMENT_NOT_MET');
      await business.requestSignatures();
      const [waiting] = (await business.entries('?status=PENDING')).data;
      await race(() => business.sign(waiting.associatedPersonId));
      expect((await create()).status).toBe(201);
      accepted += 1;
    }
    expect((await partner.get(`/transactions?userId=${business.userId}`)).body.data.count).toBe(accepted);
  });
});

describe('calls about a transaction while the simulator steps', () => {
  it('are applied or refused, and each transaction ends', async () => {
    const created = await atOnce(4, () => partner.post('/off-ramp', offRamp(verified)));
    const ids: string[] = created.map(({ body }) => body.data.id);
    const simulate = (id: string, event: string) => partner.post(`/sandbox/transactions/${id}/simulate`, { event });
    const events = ['DEPOSIT_RECEIVED', 'NAME_CHECK_FAILED', 'DEPOSIT_RECEIVED', 'PAYOUT_FAILED'];
    const responses = await Promise.all(
      ids.flatMap((transactionId) => [
        ...events.map((event) => simulate(transactionId, event)),
        partner.post('/off-ramp/execute', { transactionId }),
        partner.post('/off-ramp/execute', { transactionId }),
      ]),
    );
    for (const { status, text } of responses) expect([200, 400], text).toContain(status);
    const ends = ['COMPLETED', 'CANCELLED', 'FAILED'];
    for (const id of ids) await until(async () => ends.includes((await findTransaction(id))?.status ?? ''));
  });
});
