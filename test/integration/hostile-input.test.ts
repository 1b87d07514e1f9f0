import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiClient, usAccount } from '#test/support/api-client';
import { startTestStack, type TestStack } from '#test/support/test-stack';

let running: TestStack;
let partner: ApiClient;
let stranger: ApiClient;
let userId: string;

beforeAll(async () => {
  running = await startTestStack();
  partner = await running.newPartner();
  stranger = await running.newPartner('Stranger');
  userId = await partner.verifiedUser();
});
afterAll(() => running?.stop());

const HALF = '\\ud800';
const send = (path: string, raw: string, headers = {}) => partner.post(path, undefined, { raw, headers });

it('finds nothing between a later and an earlier date', async () => {
  for (const filter of ['', '&status=PENDING', `&userId=${userId}`]) {
    const answer = await partner.get(`/transactions?createdFrom=2026-11-22&createdTo=2026-11-20${filter}`);
    expect([answer.status, answer.body.data.count, answer.body.data.data]).toEqual([200, 0, []]);
  }
});

it('answers an empty page to a skip of any size', async () => {
  for (const skip of ['9007199254740991', '99999999999999999999']) {
    const answer = await partner.get(`/transactions?skip=${skip}`);
    expect([answer.status, answer.body.data?.data]).toEqual([200, []]);
  }
});

it('names the field with half a character in it', async () => {
  const cases = [
    ['/users', `{"type":"INDIVIDUAL","email":"h@example.com","alias":"${HALF}"}`, 'alias'],
    [`/users/${await partner.newUser()}/kyc`, `{"country":"MX","firstName":"${HALF}"}`, 'firstName'],
    [
      `/banks/users/${userId}/accounts`,
      `{"country":"MX","accountIdentifier":"646180110400000007","alias":"${HALF}"}`,
      'alias',
    ],
    [
      '/cross-ramp',
      JSON.stringify(partner.crossRamp(userId, { reference: '@' })).replace('"@"', `"${HALF}"`),
      'reference',
    ],
  ] as const;
  for (const [path, raw, field] of cases) {
    const answer = await send(path, raw);
    expect([answer.status, answer.body.errors?.[0]?.field], answer.text).toEqual([400, field]);
  }
});

it('ignores half a character in a field that it does not know, with an idempotency key too', async () => {
  const body = JSON.stringify(partner.crossRamp(userId, { sourceAmount: 1500, zz: '@' })).replace(
    '"@"',
    `"${HALF}"`,
  );
  const headers = { 'idempotency-key': 'half-a-character-key' };
  const first = await send('/cross-ramp', body, headers);
  expect(first.status, first.text).toBe(201);
  expect((await send('/cross-ramp', body, headers)).text).toBe(first.text);
});

it.each(['{"__proto__":{"userId":"x"},', '{"constructor":{"prototype":{"a":1}},'])(
  'takes %s… for an unknown field',
  async (start) => {
    const answer = await send(
      '/users',
      `${start}"type":"INDIVIDUAL","email":"proto-${start.length}@example.com"}`,
    );
    expect(answer.status, answer.text).toBe(201);
    expect(({} as Record<string, unknown>).a).toBeUndefined();
  },
);

it('refuses amounts with more digits than a JSON number carries exactly', async () => {
  for (const sourceAmount of ['9007199254740993', '123456789012.1234567']) {
    const raw = JSON.stringify(partner.crossRamp(userId, { sourceAmount: 1 })).replace(
      '"sourceAmount":1',
      `"sourceAmount":${sourceAmount}`,
    );
    const answer = await send('/cross-ramp', raw);
    expect([answer.status, answer.body.errors?.[0]?.field], answer.text).toEqual([400, 'sourceAmount']);
  }
});

it("tells nothing of another partner's account, not even its currency", async () => {
  const owner = await stranger.verifiedUser();
  const saved = await stranger.post(`/banks/users/${owner}/accounts`, {
    country: 'MX',
    accountIdentifier: '646180110400000007',
  });
  const answer = await partner.post(
    '/cross-ramp',
    partner.crossRamp(userId, { targetBankAccountId: saved.body.data.id }),
  );
  expect([answer.status, answer.body.code]).toEqual([403, 'USER_BANK_INFO_ACCESS_DENIED']);
});

it("pays a receiver's newest account when a cross-ramp names a receiver alone", async () => {
  const receiver = await partner.post('/receivers', {
    userId,
    receiverType: 'BUSINESS',
    businessName: 'Proveedora',
  });
  const { id: receiverId } = receiver.body.data;
  await partner.post(`/banks/receivers/${receiverId}/accounts`, { country: 'US', ...usAccount });
  const order = {
    ...partner.crossRamp(userId, { sourceAmount: 1500 }),
    targetBankAccount: undefined,
    receiverId,
  };
  const answer = await partner.post('/cross-ramp', order);
  expect(answer.status, answer.text).toBe(201);
  expect(answer.body.data.targetBankAccount).toMatchObject({ country: 'US', isVerified: true });
});

it('tells a target currency that differs from the quote as that', async () => {
  const quote = await partner.post('/cross-ramp/quotes', {
    sourceCurrency: 'MXN',
    targetCurrency: 'USD',
    sourceAmount: 1500,
  });
  const iban = {
    iban: 'ES9121000418450200051332',
    bic: 'CAIXESBBXXX',
    bankName: 'Bank',
    accountHolder: { businessName: 'ACME' },
  };
  const answer = await partner.post('/cross-ramp', {
    userId,
    quoteId: quote.body.data.quoteId,
    targetCurrency: 'EUR',
    targetBankAccount: iban,
  });
  expect([answer.status, answer.body.message]).toEqual([
    400,
    'Quote currency mismatch: expected USD, got EUR',
  ]);
});

it('tells of a missing or unknown account before an unknown quote', async () => {
  const order = { userId, quoteId: 'nope' };
  expect((await partner.post('/off-ramp', order)).body.message).toBe(
    'Either userBankInformationId or userBankInformation must be provided',
  );
  expect((await partner.post('/off-ramp', { ...order, userBankInformationId: 'nope' })).body.code).toBe(
    'USER_BANK_INFO_NOT_FOUND',
  );
});

it('answers an unknown wallet with its not-found', async () => {
  const order = {
    userId,
    fiatCurrency: 'MXN',
    blockchainSymbol: 'POL',
    tokenSymbol: 'USDC',
    fiatAmount: 500,
    walletId: 'nope',
  };
  const answer = await partner.post('/on-ramp', order);
  expect([answer.status, answer.body.code, answer.body.message]).toEqual([
    404,
    'NOT_FOUND',
    'Wallet not found',
  ]);
});
