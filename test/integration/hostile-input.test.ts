import { beforeAll, describe, expect, it } from 'vitest';
import { toFields, toProblem, usAccount } from '#local/partner/api-client';
import { endpointDocs } from '#scripts/docs/endpoint-docs';
import { inlineSchema, isObject, type JsonObject, readProperties } from '#scripts/docs/openapi/json-schema';
import { endpoints } from '#shared/api/endpoints';
import { lockQuote } from '#test/support/lock-quote';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

const running = await sharedStack();
const partner = await running.newPartner();
const stranger = await running.newPartner('Stranger');
const userId = await partner.verifiedUser();

const EVM_ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

/** The top-level fields of a schema that hold numbers. @throws Error for a nested one */
function numericFields(schema: JsonObject): string[] {
  return Object.entries(readProperties(schema)).flatMap(([name, property]) => {
    if (property.type === 'number' || property.type === 'integer') return [name];
    // The places of a transfer's path: test/unit/travel-rule tries wrong ones.
    if (name === 'travelRule') return [];
    const inner = isObject(property.items) ? property.items : property;
    if (numericFields(inner).length > 0) throw new Error(`${name} holds numbers, which this test does not reach`);
    return [];
  });
}

const HALF = '\\ud800';
const send = (path: string, raw: string, headers = {}) => partner.post(path, undefined, { raw, headers });

it('finds nothing between a later and an earlier date', async () => {
  for (const filter of ['', '&status=PENDING', `&userId=${userId}`]) {
    const answer = await partner.get(`/transactions?createdFrom=2026-11-22&createdTo=2026-11-20${filter}`);
    expect([answer.status, answer.body.data.count, answer.body.data.data]).toEqual([200, 0, []]);
  }
});

it('answers an empty page to the largest skip, and refuses what is no exact number any more', async () => {
  const most = await partner.get('/transactions?skip=9007199254740991');
  expect([most.status, most.body.data?.data]).toEqual([200, []]);
  for (const skip of ['9007199254740992', '99999999999999999999']) {
    const answer = await partner.get(`/transactions?skip=${skip}`);
    expect([answer.status, toFields(answer)]).toEqual([400, ['skip']]);
  }
});

it.each(['/transactions?id=', '/webhook-notifications?transactionId=', '/banks/users/{userId}/accounts?id='])(
  'refuses a filter by an id that is none: %s',
  async (path) => {
    const list = path.replace('{userId}', userId);
    for (const value of ['true', '0', 'a'.repeat(37)]) expect((await partner.get(`${list}${value}`)).status).toBe(400);
    const unknown = await partner.get(`${list}019bc1c5-0000-7000-8000-000000000000`);
    expect([unknown.status, unknown.body.data?.data]).toEqual([200, []]);
  },
);

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

it('refuses half a character in a field that it does not know, with an idempotency key too', async () => {
  const body = JSON.stringify(partner.crossRamp(userId, { sourceAmount: 1500, zz: '@' })).replace('"@"', `"${HALF}"`);
  const headers = { 'idempotency-key': 'half-a-character-key' };
  const { status, body: refused, text } = await send('/cross-ramp', body, headers);
  expect([status, refused.errors], text).toEqual([400, [{ field: 'zz', message: 'Must be valid Unicode' }]]);
});

it.each(['{"__proto__":{"userId":"x"},', '{"constructor":{"prototype":{"a":1}},'])(
  'takes %s… for an unknown field',
  async (start) => {
    const answer = await send('/users', `${start}"type":"INDIVIDUAL","email":"proto-${start.length}@example.com"}`);
    expect(answer.status, answer.text).toBe(201);
    expect(({} as Record<string, unknown>).a).toBeUndefined();
  },
);

describe('a number without bounds', () => {
  const EXTREMES = ['5e-324', '1e-131', '1e126', '1.7e308'];
  const pair = { fiatCurrency: 'MXN', tokenSymbol: 'USDC', blockchainSymbol: 'POL' };
  const corridor = { sourceCurrency: 'MXN', targetCurrency: 'USD' };
  const iban = { accountIdentifier: '646180110400000007' };
  let businessId: string;
  let unpaidId: string;
  beforeAll(async () => {
    businessId = await partner.newUser({ type: 'BUSINESS', businessName: 'Acme' });
    unpaidId = (await partner.post('/cross-ramp', partner.crossRamp(userId, { sourceAmount: 1500 }))).body.data.id;
  });

  /** A request of each operation that takes numbers, valid except for the number. */
  const requests: Readonly<Record<string, () => Readonly<Record<string, unknown>>>> = {
    getRate: () => ({ ...pair, transactionType: 'ON_RAMP', fiatAmount: 1000 }),
    createQuote: () => ({ ...pair, transactionType: 'ON_RAMP', fiatAmount: 1000 }),
    getCrossRampRate: () => ({ ...corridor, sourceAmount: 1500 }),
    createCrossRampQuote: () => ({ ...corridor, sourceAmount: 1500 }),
    createCrossRamp: () => partner.crossRamp(userId, { sourceAmount: 1500 }),
    createOnRamp: () => ({ ...pair, userId, fiatAmount: 500, destinationWalletAddress: EVM_ADDRESS }),
    createOffRamp: () => ({ ...pair, userId, cryptoAmount: 50, userBankInformation: iban }),
    createAssociatedPerson: () => ({ role: 'UBO', firstName: 'A', lastName: 'B', ownershipPercent: 1 }),
    setWebhookFaults: () => ({ mode: 'NONE', rate: 1 }),
    simulateTransaction: () => ({ event: 'DEPOSIT_RECEIVED', amount: 1 }),
  };
  /** Numeric fields of an operation: in its body, or in its query, paging excluded. */
  const fields = [...endpointDocs.values()].flatMap(({ contract: { id, body, query } }) =>
    [body, query].flatMap((schema) =>
      (schema === undefined ? [] : numericFields(inlineSchema(schema)))
        .filter((field) => !['skip', 'limit'].includes(field))
        .map((field) => [id, field] as const),
    ),
  );

  it.each(fields)('to %s as %s is refused', async (id, field) => {
    const row = endpoints.find((one) => one.id === id);
    const request = requests[id]?.();
    if (row === undefined || request === undefined) throw new Error(`No request of ${id} to put numbers in`);
    // At most one of two amounts is accepted.
    const other =
      /Amount$/.test(field) && id !== 'createQuote' ? Object.keys(request).filter((name) => /Amount$/.test(name)) : [];
    const rest = Object.fromEntries(
      Object.entries(request).filter(([name]) => !other.includes(name) && name !== field),
    );
    const path = row.path.replace('{userId}', businessId).replace('{id}', unpaidId);
    const headers = { 'content-type': 'application/json' };
    for (const extreme of EXTREMES) {
      const given = field === 'cryptoAmount' && id === 'createQuote' ? { ...rest, transactionType: 'OFF_RAMP' } : rest;
      const raw = JSON.stringify({ ...given, [field]: '@' }).replace('"@"', extreme);
      const search = new URLSearchParams(
        Object.entries({ ...given, [field]: extreme }).map(([name, value]): [string, string] => [name, String(value)]),
      );
      const answer =
        row.method === 'GET'
          ? await partner.get(`${path}?${search}`)
          : await partner.send(row.method, path, undefined, { raw, headers });
      expect([answer.status, answer.body.success], `${extreme}: ${answer.text}`).toEqual([400, false]);
      expect(answer.body.code).toMatch(/^INVALID_(USER_INPUT|FIAT_AMOUNT|TOKEN_AMOUNT)_ERROR$/);
    }
  });
});

describe('null', () => {
  it('for an optional field counts as absent where something is created, nested too', async () => {
    const user = await partner.post('/users', {
      ...{ type: 'INDIVIDUAL', email: `null-${Date.now()}@example.com` },
      ...{ externalUserId: null, alias: null, businessName: null },
    });
    expect(user.status, user.text).toBe(201);
    const order = partner.crossRamp(userId, {
      ...{ sourceAmount: 1500, targetAmount: null, quoteId: null, premiumSpread: null, receiverId: null },
      ...{
        targetBankAccountId: null,
        targetRail: null,
        targetCountry: null,
        reference: null,
        invoiceFile: null,
      },
      targetBankAccount: {
        ...{ ...usAccount, bic: null, iban: null, accountType: null, country: null },
        accountHolder: { ...usAccount.accountHolder, type: null, businessName: null },
        address: { ...usAccount.address, streetLine2: null, buildingNumber: null, state: null },
      },
    });
    const created = await partner.post('/cross-ramp', order);
    expect(created.status, created.text).toBe(201);
    const quote = await partner.post('/quotes', {
      ...{ transactionType: 'ON_RAMP', fiatCurrency: 'MXN', tokenSymbol: 'USDC', blockchainSymbol: 'POL' },
      ...{
        fiatAmount: 1000,
        cryptoAmount: null,
        premiumSpread: null,
        forwardingDays: null,
        country: null,
        rail: null,
      },
    });
    expect(quote.status, quote.text).toBe(201);
  });

  it('for a required field is named, and so is a missing user', async () => {
    const answer = await partner.post('/users', { type: null, email: null });
    expect([answer.status, answer.body.errors]).toEqual([
      400,
      [
        { field: 'type', message: expect.any(String) },
        { field: 'email', message: 'Required (a string)' },
      ],
    ]);
    expect((await partner.post('/cross-ramp', { userId: null })).body.code).toBe('REQUIRED_USER_ID_ERROR');
  });

  it('counts as part of the body for an idempotency key', async () => {
    const headers = { 'idempotency-key': 'null-is-part-of-a-body' };
    const order = partner.crossRamp(userId, { sourceAmount: 1500 });
    const first = await partner.post('/cross-ramp', { ...order, reference: null }, { headers });
    expect(first.status, first.text).toBe(201);
    const same = await partner.post('/cross-ramp', { ...order, reference: null }, { headers });
    expect([same.status, same.text]).toEqual([201, first.text]);
    expect((await partner.post('/cross-ramp', order, { headers })).status).toBe(422);
  });
});

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

it("reveals nothing of another partner's account, not even its currency", async () => {
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

it('reports a target currency that differs from the quote as such', async () => {
  const quote = await lockQuote(partner);
  const iban = {
    iban: 'ES9121000418450200051332',
    bic: 'CAIXESBBXXX',
    bankName: 'Bank',
    accountHolder: { businessName: 'ACME' },
  };
  const answer = await partner.post('/cross-ramp', {
    userId,
    quoteId: quote.quoteId,
    targetCurrency: 'EUR',
    targetBankAccount: iban,
  });
  expect([answer.status, answer.body.message]).toEqual([400, 'Quote currency mismatch: expected USD, got EUR']);
});

it('reports a missing or unknown account before an unknown quote', async () => {
  const order = { userId, quoteId: 'nope' };
  expect((await partner.post('/off-ramp', order)).body.message).toBe(
    'Either userBankInformationId or userBankInformation must be provided',
  );
  expect((await partner.post('/off-ramp', { ...order, userBankInformationId: 'nope' })).body.code).toBe(
    'USER_BANK_INFO_NOT_FOUND',
  );
});

it('answers an unknown wallet with 404', async () => {
  const order = {
    userId,
    fiatCurrency: 'MXN',
    blockchainSymbol: 'POL',
    tokenSymbol: 'USDC',
    fiatAmount: 500,
    walletId: 'nope',
  };
  const answer = await partner.post('/on-ramp', order);
  expect(toProblem(answer)).toEqual([404, 'NOT_FOUND', 'Wallet not found']);
});
