import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, toFields, toProblem, until, usAccount } from '#local/partner/api-client';
import { userKey } from '#shared/dynamodb/keys';
import { documentClient } from '#shared/dynamodb/table';
import { countItems } from '#test/support/table-census';
import { startTestStack, type TestStack } from '#test/support/test-stack';

let running: TestStack;
let partner: ApiClient;
let verified: string;
let unverified: string;

beforeAll(async () => {
  running = await startTestStack({ settings: { QUOTE_TTL_S: '1' } });
  partner = await running.newPartner();
  verified = await partner.verifiedUser();
  unverified = await partner.newUser();
});
afterAll(() => running?.stop());

const create = (overrides: Readonly<Record<string, unknown>>) =>
  partner.post('/cross-ramp', partner.crossRamp(verified, { sourceAmount: 1500, ...overrides }));

const mxAccount = { accountIdentifier: '646180110400000007' };
const deAccount = {
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
  bankName: 'Bank',
  accountHolder: { businessName: 'ACME' },
};
const cnAccount = { ...usAccount, routingNumber: undefined, accountType: 'CHECKING', country: 'CN' };

type Row = [string, Readonly<Record<string, unknown>>, number, string, string];

const rules: Row[] = [
  ['no user', { userId: undefined }, 400, 'REQUIRED_USER_ID_ERROR', 'This endpoint requires a user id to be provided'],
  ['an empty user', { userId: '' }, 400, 'REQUIRED_USER_ID_ERROR', 'This endpoint requires a user id to be provided'],
  ['a currency that is none', { sourceCurrency: 'BRL' }, 400, 'INVALID_USER_INPUT_ERROR', 'Invalid User Input'],
  ['an amount as text', { sourceAmount: '1500' }, 400, 'INVALID_USER_INPUT_ERROR', 'Invalid User Input'],
  ['both amounts', { targetAmount: 10 }, 400, 'INVALID_USER_INPUT_ERROR', 'Invalid User Input'],
  ['no amount', { sourceAmount: undefined }, 400, 'INVALID_USER_INPUT_ERROR', 'Invalid User Input'],
  ['an amount of zero', { sourceAmount: 0 }, 400, 'INVALID_USER_INPUT_ERROR', 'Invalid User Input'],
  ['a negative amount', { sourceAmount: -5 }, 400, 'INVALID_USER_INPUT_ERROR', 'Invalid User Input'],
  ['three decimals', { sourceAmount: 10.001 }, 400, 'INVALID_USER_INPUT_ERROR', 'Invalid User Input'],
  ['a long reference', { reference: 'x'.repeat(141) }, 400, 'INVALID_USER_INPUT_ERROR', 'Invalid User Input'],
  ['a rail that is none', { targetRail: 'TRAIN' }, 400, 'INVALID_USER_INPUT_ERROR', 'Invalid User Input'],
  ['a premium above the ceiling', { premiumSpread: 5.1 }, 400, 'INVALID_USER_INPUT_ERROR', 'Invalid User Input'],
  [
    'no target account',
    { targetBankAccount: undefined },
    400,
    'BAD_REQUEST',
    'Either targetBankAccount or targetBankAccountId must be provided',
  ],
  [
    'a country that is not served',
    { targetCountry: 'BR' },
    400,
    'BAD_REQUEST',
    'Unsupported country for cross-ramp: BR',
  ],
  [
    'China without an invoice',
    { targetBankAccount: cnAccount },
    400,
    'BAD_REQUEST',
    'invoiceFile is required when target bank account country is CN',
  ],
  ...['a', 'a=', '%PDF-1.7', 'YWJj!'].map(
    (invoiceFile): Row => [
      `an invoice that cannot be decoded (${invoiceFile})`,
      { targetBankAccount: cnAccount, invoiceFile },
      400,
      'INVALID_USER_INPUT_ERROR',
      'Invalid User Input',
    ],
  ),
  [
    'China with a blank invoice',
    { targetBankAccount: cnAccount, invoiceFile: ' \n' },
    400,
    'BAD_REQUEST',
    'invoiceFile is required when target bank account country is CN',
  ],
  [
    'an IBAN of a country that is not served',
    {
      targetCurrency: 'EUR',
      targetBankAccount: { ...deAccount, iban: 'BR1500000000000010932840814P2' },
    },
    400,
    'BAD_REQUEST',
    'Unsupported country for cross-ramp: BR',
  ],
  [
    'euro to an American account',
    { targetCurrency: 'EUR' },
    400,
    'BAD_REQUEST',
    'Target currency must match target bank account currency: expected USD, got EUR',
  ],
  [
    'dollars to a German account',
    { targetBankAccount: deAccount },
    400,
    'BAD_REQUEST',
    'Target currency must match target bank account currency: expected EUR, got USD',
  ],
  [
    'the same currency twice',
    { sourceCurrency: 'USD' },
    400,
    'BAD_REQUEST',
    'Source and target currencies must differ',
  ],
  [
    'an unknown saved account',
    { targetBankAccountId: 'nope' },
    404,
    'USER_BANK_INFO_NOT_FOUND',
    'User bank information not found.',
  ],
  ['an unknown quote', { quoteId: '00000000-0000-0000-0000-000000000000' }, 400, 'BAD_REQUEST', 'Quote not found'],
  ['a quote id of no form', { quoteId: 'quote' }, 400, 'BAD_REQUEST', 'Quote not found'],
  [
    'too little',
    { sourceAmount: 9.99 },
    400,
    'INVALID_FIAT_AMOUNT_ERROR',
    'Fiat amount is outside of the allowed range for CROSS_RAMP: min 10, max 10000000 MXN',
  ],
  [
    'too much',
    { sourceAmount: 10_000_000.01 },
    400,
    'INVALID_FIAT_AMOUNT_ERROR',
    'Fiat amount is outside of the allowed range for CROSS_RAMP: min 10, max 10000000 MXN',
  ],
  [
    'no more than the fee',
    { sourceAmount: 25 },
    400,
    'INVALID_FIAT_AMOUNT_ERROR',
    'Fiat amount is outside of the allowed range for CROSS_RAMP: min 10, max 10000000 MXN',
  ],
  [
    'too much of the target',
    { sourceAmount: undefined, targetAmount: 500_000.01 },
    400,
    'INVALID_FIAT_AMOUNT_ERROR',
    'Fiat amount is outside of the allowed range for CROSS_RAMP: min 1, max 500000 USD',
  ],
  [
    'more dollars than Hong Kong takes',
    { targetBankAccount: { ...cnAccount, country: 'HK' }, sourceAmount: 400_000 },
    400,
    'INVALID_FIAT_AMOUNT_ERROR',
    'Fiat amount is outside of the allowed range for CROSS_RAMP: min 10, max 10000 USD',
  ],
];

describe('a cross-ramp with', () => {
  it.each(rules)('%s is refused, and nothing is written', async (_what, overrides, status, code, message) => {
    const before = await countItems(running.stack);
    const answer = await create(overrides);
    expect(toProblem(answer), answer.text).toEqual([status, code, message]);
    expect(await countItems(running.stack)).toBe(before);
  });

  it('a user who is not verified is refused', async () => {
    const answer = await create({ userId: unverified });
    expect(toProblem(answer)).toEqual([
      403,
      'USER_NOT_VERIFIED_ERROR',
      'User is not allowed to perform the operations because has not completed the KYC verification.',
    ]);
  });

  it.each([
    ['both amounts', { targetAmount: 10 }, ['sourceAmount', 'targetAmount']],
    ['no amount', { sourceAmount: undefined }, ['sourceAmount', 'targetAmount']],
    ['no currencies', { sourceCurrency: undefined, targetCurrency: undefined }, ['sourceCurrency', 'targetCurrency']],
    [
      'a short CLABE',
      { sourceCurrency: 'USD', targetCurrency: 'MXN', targetBankAccount: { accountIdentifier: '1234' } },
      ['targetBankAccount.accountIdentifier'],
    ],
    [
      'a holder without a name',
      { targetBankAccount: { ...usAccount, accountHolder: { firstName: 'Ana' } } },
      ['targetBankAccount.accountHolder.lastName'],
    ],
    [
      'a bare American account',
      { targetBankAccount: { country: 'US' } },
      ['accountIdentifier', 'bankName', 'routingNumber', 'accountHolder', 'address'].map(
        (field) => `targetBankAccount.${field}`,
      ),
    ],
    [
      'euro without an IBAN',
      { targetCurrency: 'EUR', targetBankAccount: { bankName: 'Bank' } },
      ['targetBankAccount.iban'],
    ],
  ])('%s names the fields', async (_what, overrides, fields) => {
    const answer = await create(overrides);
    expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_USER_INPUT_ERROR']);
    expect(toFields(answer)).toEqual([...fields].sort());
  });

  it('a quote of other currencies is refused', async () => {
    const quote = await partner.post('/cross-ramp/quotes', {
      sourceCurrency: 'MXN',
      targetCurrency: 'EUR',
      sourceAmount: 1500,
    });
    const answer = await create({
      quoteId: quote.body.data.quoteId,
      targetBankAccount: deAccount,
      sourceCurrency: 'USD',
      targetCurrency: undefined,
    });
    expect([answer.status, answer.body.message]).toEqual([400, 'Quote currency mismatch: expected MXN, got USD']);
  });

  it('a quote that has expired is refused', async () => {
    const quote = await partner.post('/cross-ramp/quotes', {
      sourceCurrency: 'MXN',
      targetCurrency: 'USD',
      sourceAmount: 1500,
    });
    await until(() => Date.now() > Date.parse(quote.body.data.expiresAt));
    const answer = await create({ quoteId: quote.body.data.quoteId });
    expect(toProblem(answer)).toEqual([400, 'QUOTE_EXPIRED', 'Quote has expired']);
  });

  it.each([
    [
      'pesos',
      { sourceCurrency: 'USD', targetCurrency: 'MXN', sourceAmount: 50, targetBankAccount: mxAccount },
      { country: 'MX', bankName: 'STP', isVerified: false },
    ],
    [
      'euro',
      { targetCurrency: 'EUR', targetBankAccount: deAccount },
      { country: 'DE', accountIdentifier: deAccount.iban, isVerified: true },
    ],
    [
      'dollars to China',
      { targetBankAccount: cnAccount, invoiceFile: 'JVBERi0xLjQK' },
      { country: 'CN', isVerified: true },
    ],
  ])('%s is accepted', async (_what, overrides, account) => {
    const answer = await create(overrides);
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body.data.targetBankAccount).toMatchObject(account);
  });
});

describe('a saved account', () => {
  const save = async (by: ApiClient, userId: string) =>
    (await by.post(`/banks/users/${userId}/accounts`, { country: 'US', ...usAccount })).body.data.id;

  it('is paid when it is the user’s, and counts before inline details', async () => {
    const targetBankAccountId = await save(partner, verified);
    const answer = await create({ targetBankAccountId, targetBankAccount: mxAccount });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body.data.targetBankAccount).toMatchObject({
      country: 'US',
      accountIdentifier: usAccount.accountIdentifier,
    });
  });

  it("is refused when it is another user's or another partner's, with one answer for both", async () => {
    const stranger = await running.newPartner('Stranger');
    const ids = [
      await save(partner, await partner.verifiedUser()),
      await save(stranger, await stranger.verifiedUser()),
    ];
    for (const targetBankAccountId of ids) {
      const answer = await create({ targetBankAccountId });
      expect(toProblem(answer)).toEqual([
        403,
        'USER_BANK_INFO_ACCESS_DENIED',
        'The bank information does not belong to the specified user.',
      ]);
    }
  });

  it('has a country, which a target country must equal', async () => {
    const targetBankAccountId = await save(partner, verified);
    const refusals = [
      ['BR', 'Unsupported country for cross-ramp: BR'],
      ['HK', 'Target country must match target bank account country: expected US, got HK'],
      ['DE', 'Target country must match target bank account country: expected US, got DE'],
    ];
    for (const [targetCountry, message] of refusals) {
      const answer = await create({ targetBankAccountId, targetCountry });
      expect(toProblem(answer)).toEqual([400, 'BAD_REQUEST', message]);
    }
    expect((await create({ targetBankAccountId, targetCountry: 'US' })).status).toBe(201);
  });

  it('must be one of the target currency', async () => {
    const targetBankAccountId = await save(partner, verified);
    const answer = await create({ targetBankAccountId, targetCurrency: 'EUR' });
    expect([answer.status, answer.body.message]).toEqual([
      400,
      'Target currency must match target bank account currency: expected USD, got EUR',
    ]);
  });
});

describe('a rate', () => {
  it('is the locked one without quoteId and expiresAt', async () => {
    const rate = await partner.get(
      '/cross-ramp/quotes?sourceCurrency=MXN&targetCurrency=USD&sourceAmount=1500.50&premiumSpread=0.01',
    );
    const quote = await partner.post('/cross-ramp/quotes', {
      sourceCurrency: 'MXN',
      targetCurrency: 'USD',
      sourceAmount: 1500.5,
      premiumSpread: 0.01,
    });
    expect([rate.status, quote.status]).toEqual([200, 201]);
    const { quoteId: _id, expiresAt: _at, ...locked } = quote.body.data;
    expect(Object.keys(rate.body.data).sort()).toEqual(Object.keys(locked).sort());
    expect(rate.body.data).toMatchObject({
      sourceAmount: 1500.5,
      premiumSpread: 0.01,
      spread: 0.005,
      flow: 'OTC',
      fees: { fixedFee: 25, feeCurrency: 'MXN' },
    });
  });

  it('prices the other side from a target amount', async () => {
    const rate = (await partner.get('/cross-ramp/quotes?sourceCurrency=MXN&targetCurrency=USD&targetAmount=100')).body
      .data;
    expect(rate.targetAmount).toBe(100);
    const back = (
      await partner.get(`/cross-ramp/quotes?sourceCurrency=MXN&targetCurrency=USD&sourceAmount=${rate.sourceAmount}`)
    ).body.data;
    expect(Math.abs(Math.round(back.targetAmount * 100) - 10_000)).toBeLessThanOrEqual(1);
  });

  it.each([
    ['sourceCurrency=MXN&targetCurrency=USD', ['sourceAmount', 'targetAmount']],
    ['sourceCurrency=MXN&targetCurrency=BRL&sourceAmount=1', ['targetCurrency']],
    ['targetCurrency=USD&sourceAmount=abc', ['sourceAmount', 'sourceCurrency']],
    ['sourceCurrency=MXN&targetCurrency=USD&sourceAmount=1000000000000', ['sourceAmount']],
    ['sourceCurrency=MXN&targetCurrency=USD&targetAmount=1000000000000', ['targetAmount']],
  ])('of %s is refused by field', async (query, fields) => {
    const answer = await partner.get(`/cross-ramp/quotes?${query}`);
    expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_USER_INPUT_ERROR']);
    expect(toFields(answer)).toEqual(fields);
  });
});

describe('a quote', () => {
  it.each([['sourceAmount'], ['targetAmount']])(
    'that would exceed the largest amount is refused by %s',
    async (field) => {
      const pair = { sourceCurrency: 'MXN', targetCurrency: 'USD' };
      const answer = await partner.post('/cross-ramp/quotes', { ...pair, [field]: 1e300 });
      expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_USER_INPUT_ERROR']);
      expect(answer.body.errors).toEqual([{ field, message: 'Must be less than 1000000000000' }]);
    },
  );
});

describe('a business that pays or receives pesos', () => {
  const setUnsigned = (userId: string, unsignedOwners: number) =>
    documentClient().send(
      new UpdateCommand({
        TableName: running.stack.tableName,
        Key: { ...userKey(userId) },
        UpdateExpression: 'SET unsignedOwners = :count',
        ExpressionAttributeValues: { ':count': unsignedOwners },
      }),
    );

  it('is refused while an owner has not signed, and accepted when all have or there are none', async () => {
    const userId = await partner.verifiedUser({ type: 'BUSINESS', businessName: 'ACME' });
    expect((await create({ userId })).status).toBe(201);
    await setUnsigned(userId, 1);
    const refused = await create({ userId });
    expect(toProblem(refused)).toEqual([
      403,
      'SIGNATURE_REQUIREMENT_NOT_MET',
      'All beneficial owners must sign before this transaction can be created.',
    ]);
    const inDollars = {
      userId,
      sourceCurrency: 'USD',
      targetCurrency: 'EUR',
      sourceAmount: 100,
      targetBankAccount: deAccount,
    };
    expect((await create(inDollars)).status).toBe(201);
    await setUnsigned(userId, 0);
    expect((await create({ userId })).status).toBe(201);
  });
});
