import { describe, expect, it } from 'vitest';
import { contract } from '#functions/off-ramp/create/contract';
import { handler } from '#functions/off-ramp/create/handler';
import {
  accountOfAnotherOwner,
  badRequest,
  bankAccountNotFound,
  fiatOutOfRange,
  invalidInput,
  namedQuoteNotFound,
  Problem,
  pairDisabled,
  quoteExpired,
  receiverNotFound,
  serviceUnavailable,
  tokenOutOfRange,
  userIdRequired,
  writeContention,
} from '#shared/api/problems';
import type { BankAccountRecord } from '#shared/bank-accounts/domain/bank-account-record';
import { bankAccountCreationWrites, bankAccountDeletionWrites } from '#shared/bank-accounts/repository';
import type { RampQuote } from '#shared/quotes/domain/quote';
import { saveQuote } from '#shared/quotes/repository';
import { createReceiver } from '#shared/receivers/repository';
import type { User } from '#shared/users/domain/user';
import { findUser, replaceUser } from '#shared/users/repository';
import { accountDetails } from '#test/support/builders/account-details';
import { aReceiverAccount, aUserAccount } from '#test/support/builders/bank-accounts';
import { aRampQuote } from '#test/support/builders/quotes';
import { aReceiver } from '#test/support/builders/receivers';
import { aDepositTravelRule, aPayoutTravelRule } from '#test/support/builders/travel-rules';
import { describeCreation } from '#test/support/handlers/describe-creation';
import { refusal } from '#test/support/handlers/describe-endpoint';
import { cancelled } from '#test/support/handlers/table/errors';
import { createWorld, type TestResponse, type World } from '#test/support/handlers/world';

const order = {
  ...{ fiatCurrency: 'MXN', blockchainSymbol: 'POL', tokenSymbol: 'USDC', cryptoAmount: 50 },
  userBankInformation: { accountIdentifier: '646180110400000007' },
};

const inDollars = { fiatCurrency: 'USD', userBankInformation: accountDetails.CN };
const invoiceFile = Buffer.from('%PDF-1.7\n%%EOF').toString('base64');

const headers = { 'idempotency-key': 'a-key-of-the-partner-0001' };

/** Returns the request of a new verified user. */
async function ordered(world: World, overrides: Readonly<Record<string, unknown>> = {}) {
  const { id: userId } = await world.verifiedUser();
  return { body: { userId, ...order, ...overrides } };
}

describeCreation(contract, handler, {
  order,
  quote: aRampQuote({ kind: 'OFF_RAMP', fixedSide: 'crypto' }),
  quoted: { userBankInformation: order.userBankInformation },
  others: [aRampQuote()],
  wrongKind: 'Quote is not valid for OFF_RAMP',
  wrong: [
    ['an unknown currency', { fiatCurrency: 'BRL' }, 'fiatCurrency'],
    ['an unknown chain', { blockchainSymbol: 'BTC' }, 'blockchainSymbol'],
    ['forwarding of a small order', { forwardingDays: 2 }, 'forwardingDays'],
    ['an invoice that cannot be decoded', { ...inDollars, invoiceFile: 'a=' }, 'invoiceFile'],
    ['an unknown purpose', { purpose: 'BRIBE' }, 'purpose'],
    ['a purpose of another rail', { purpose: 'GDDS' }, 'purpose'],
    ['an unknown source of funds', { sourceOfFunds: ['SALARY'] }, 'sourceOfFunds'],
    ['an invalid relationship', { relationship: 7 }, 'relationship'],
    ['parties as text', { travelRule: 'Ximena' }, 'travelRule'],
    ['parties of a payout alone', { travelRule: aPayoutTravelRule() }, 'travelRule.originator'],
    ['a short CLABE', { userBankInformation: { accountIdentifier: '123' } }, 'userBankInformation.accountIdentifier'],
  ],
});

it('stores an off-ramp that waits for its tokens, and responds with the address for them', async () => {
  const world = await createWorld('createOffRamp');
  await world.webhookTarget();
  const request = await ordered(world);
  const { status, body } = await world.call(handler, request);
  expect(status).toBe(201);
  const [stored] = world.table.items('TX');
  const [account] = world.table.items('BANK');
  const at = new Date(Date.now()).toISOString();
  expect(body.data).toEqual({
    ...{ id: stored?.id, userId: request.body.userId, status: 'PENDING_PAYMENT', quoteId: null, reference: null },
    ...{ cryptoAmount: 50, fiatAmount: expect.any(Number), crossFiatAmount: 0, exchangeRate: expect.any(Number) },
    ...{ tokenSymbol: 'USDC', blockchainSymbol: 'POL', fiatCurrency: 'MXN', premiumSpread: 0, flow: 'REGULAR' },
    ...{
      forwardingDays: 0,
      effectiveForwardingDays: 0,
      forwardingSettlementDate: '2026-01-16T00:00:00.000Z',
      forwardingAdjustments: [],
    },
    ...{ externalId: null, metadata: {} },
    ...{ targetRail: null, transactionHash: null, warnings: [], createdAt: at, completedAt: null },
    paymentUrl: expect.stringMatching(/^https:\/\/api\.example\.com\/[\w/]*pay\/[\w-]{43}$/),
    destinationWalletAddress: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
    bankAccount: { country: 'MX', accountIdentifier: '646180110400000007', bankName: 'STP', isVerified: false },
  });
  expect(stored).toMatchObject({ kind: 'OFF_RAMP', version: 1, bankAccountId: account?.id });
  expect(world.table.items('NTF')).toMatchObject([{ event: 'CREATED_OFF_RAMP', status: 'PENDING' }]);
});

it('keeps an invoice in the bucket', async () => {
  const world = await createWorld('createOffRamp');
  const response = await world.call(handler, await ordered(world, { invoiceFile }));
  expect(response.status, response.text).toBe(201);
  expect([...world.files.files.keys()]).toEqual([world.table.items('TX')[0]?.invoiceKey]);
});

const codes = { purpose: 'FAMILY_SUPPORT', sourceOfFunds: 'SALARY', relationship: 'PARENT' };

it('keeps codes about the payment, and the parties of its deposit apart and sealed', async () => {
  const world = await createWorld('createOffRamp');
  const travelRule = aDepositTravelRule();
  const response = await world.call(handler, { ...(await ordered(world, { ...codes, travelRule })), headers });
  expect(response.status, response.text).toBe(201);
  expect(response.body.data).toMatchObject({ ...codes, travelRuleReceived: true });
  const [transaction] = world.table.items('TX');
  expect(transaction).toMatchObject({ ...codes, travelRule: true });
  const stored = world.table.items('TRAVEL_RULE');
  expect(stored).toMatchObject([{ PK: transaction?.PK, SK: 'TRAVEL_RULE', transactionId: transaction?.id }]);
  const everything = JSON.stringify(['TX', 'NTF', 'IDEMPOTENCY', 'TRAVEL_RULE'].map((one) => world.table.items(one)));
  for (const text of [everything, response.text, JSON.stringify(world.log.lines)])
    expect(text).not.toMatch(/Quetzal|Ximena|Zapotl|Itzcoatlan|1985-07-12|XQMX850712/);
});

it('stores and returns nothing of it where nothing was given', async () => {
  const world = await createWorld('createOffRamp');
  const { body } = await world.call(handler, await ordered(world));
  expect(world.table.items('TRAVEL_RULE')).toEqual([]);
  const names = [body.data, world.table.items('TX')[0]].flatMap((one) => Object.keys(one));
  expect(names.filter((name) => /purpose|source|relation|travel/i.test(name))).toEqual([]);
});

it('stores nothing when the key service does not seal', async () => {
  const world = await createWorld('createOffRamp');
  const request = await ordered(world, { travelRule: aDepositTravelRule() });
  // The first request uses the key service for the key of the payment page, which the process then caches. Therefore the failure
  // affects the travel-rule data of the second request.
  await world.call(handler, await ordered(world));
  world.keys.failNext();
  expect(await world.call(handler, request)).toMatchObject(refusal(serviceUnavailable()));
  expect(world.table.items('TX')).toHaveLength(1);
});

const UNKNOWN = '019bc1c5-0000-7000-8000-0000000000ff';

it('stores nothing when the bucket does not take the invoice', async () => {
  const world = await createWorld('createOffRamp');
  world.files.failNext(503);
  expect(await world.call(handler, await ordered(world, { invoiceFile }))).toMatchObject(refusal(serviceUnavailable()));
  expect(world.table.items('TX')).toEqual([]);
});

it('returns 503 when the custodian of production gives no address in time', async () => {
  const world = await createWorld('createOffRamp', { stage: 'production' });
  const at = new Date(Date.now()).toISOString();
  world.web.on('https://rates.example.com/', { body: { mid: '18.25', asOf: at } });
  world.web.timeOut('https://custody.example.com/');
  expect(await world.call(handler, await ordered(world))).toMatchObject(refusal(serviceUnavailable()));
  expect(world.table.items('TX')).toEqual([]);
});

const noAccount = badRequest(
  'BANK_ACCOUNT_REQUIRED',
  'Either userBankInformationId or userBankInformation must be provided',
);
const { id: quoteId } = aRampQuote();
const needed =
  'Either quoteId or fiatCurrency, blockchainSymbol, tokenSymbol, and at least one of fiatAmount or cryptoAmount must be provided';
const exactlyOne = 'Provide exactly one of fiatAmount and cryptoAmount';
const USDC = { min: '1', max: '500000', currency: 'USDC' };
const toHongKong = { ...inDollars, userBankInformation: { ...accountDetails.CN, country: 'HK' } };
const swiftBounds = { min: '10', max: '10000', currency: 'USD' };

it.each([
  ['no user', { userId: undefined }, userIdRequired()],
  ['no account', { userBankInformation: undefined }, noAccount],
  ['no amount', { cryptoAmount: undefined }, badRequest('ORDER_INCOMPLETE', needed)],
  ['no token', { tokenSymbol: undefined }, badRequest('ORDER_INCOMPLETE', needed)],
  [
    'both amounts',
    { fiatAmount: 100 },
    invalidInput(['fiatAmount', 'cryptoAmount'].map((field) => ({ field, message: exactlyOne }))),
  ],
  ['BSC for a small order', { blockchainSymbol: 'BSC' }, pairDisabled()],
  ['an unknown quote', { quoteId: 'nope' }, namedQuoteNotFound()],
  ['an unknown saved account', { userBankInformationId: 'nope' }, bankAccountNotFound()],
  ['an unknown receiver', { userBankInformation: undefined, receiverId: 'nope' }, receiverNotFound()],
  ['more tokens than the partner may order', { cryptoAmount: 500_001 }, tokenOutOfRange('OFF_RAMP', USDC)],
  ['more tokens than there are', { cryptoAmount: 1e300 }, tokenOutOfRange('OFF_RAMP', USDC)],
  [
    'too little fiat',
    { cryptoAmount: undefined, fiatAmount: 1 },
    fiatOutOfRange('OFF_RAMP', { min: '10', max: '10000000', currency: 'MXN' }),
  ],
  [
    'China without an invoice',
    inDollars,
    badRequest('INVOICE_REQUIRED', 'invoiceFile is required when target bank account country is CN'),
  ],
  [
    'more dollars than Hong Kong takes',
    { ...toHongKong, cryptoAmount: 12_000 },
    fiatOutOfRange('OFF_RAMP', swiftBounds),
  ],
  ['fewer dollars than Hong Kong takes', { ...toHongKong, cryptoAmount: 9 }, fiatOutOfRange('OFF_RAMP', swiftBounds)],
])('refuses %s', async (_, overrides, problem) => {
  const world = await createWorld('createOffRamp');
  const request = await ordered(world, overrides);
  const before = world.table.items();
  expect(await world.call(handler, request)).toMatchObject(refusal(problem));
  expect(world.table.items()).toEqual(before);
});

it.each([
  ['another user', (world: World) => world.partner, accountOfAnotherOwner()],
  [
    'another partner',
    (world: World) => world.newPartner(),
    new Problem('USER_BANK_INFO_ACCESS_DENIED', 'The bank information belongs to a different partner.', {
      reason: 'ACCOUNT_OF_ANOTHER_PARTNER',
    }),
  ],
] as const)('refuses the account of %s', async (_, owner, problem) => {
  const world = await createWorld('createOffRamp');
  const account = aUserAccount({ id: UNKNOWN, partnerId: (await owner(world)).id });
  await world.store(...bankAccountCreationWrites(account));
  const response = await world.call(handler, await ordered(world, { userBankInformationId: account.id }));
  expect(response).toMatchObject(refusal(problem));
});

/** Locks a quote for an off-ramp of 50 USDC. */
async function lock(world: World, overrides: Partial<RampQuote> = {}) {
  const price = { kind: 'OFF_RAMP', fixedSide: 'crypto', partnerId: world.partner.id } as const;
  await saveQuote(aRampQuote({ ...price, ...overrides }));
  return { ...{ fiatCurrency: undefined, blockchainSymbol: undefined, tokenSymbol: undefined }, quoteId };
}

it('takes the terms of a quote, and uses it', async () => {
  const world = await createWorld('createOffRamp');
  const response = await world.call(handler, await ordered(world, await lock(world)));
  expect(response).toMatchObject({ status: 201, body: { data: { quoteId, cryptoAmount: 50, fiatAmount: 1000 } } });
  expect(world.table.items('QUOTE')).toMatchObject([{ usedBy: response.body.data.id }]);
});

/** Order of the checks: the rules that do not depend on a quote are checked before the existence of the quote. */
it.each([
  ['the account before an unknown quote', { quoteId: UNKNOWN, userBankInformation: undefined }, noAccount],
  [
    'a saved account before an unknown quote',
    { quoteId: UNKNOWN, userBankInformationId: UNKNOWN },
    bankAccountNotFound(),
  ],
  [
    'an unknown quote before the receiver',
    { quoteId: UNKNOWN, userBankInformation: undefined, receiverId: UNKNOWN },
    namedQuoteNotFound(),
  ],
  [
    'the pair before the account',
    { fiatCurrency: 'USD', tokenSymbol: undefined, userBankInformation: undefined },
    badRequest(
      'ORDER_INCOMPLETE',
      'Either quoteId or fiatCurrency, blockchainSymbol, tokenSymbol, and at least one of fiatAmount or cryptoAmount must be provided',
    ),
  ],
  ['the account where there is no quote', { userBankInformation: undefined }, noAccount],
])('checks %s', async (_, overrides, problem) => {
  const world = await createWorld('createOffRamp');
  expect(await world.call(handler, await ordered(world, overrides))).toMatchObject(refusal(problem));
});

it('checks the life of a known quote before the account', async () => {
  const world = await createWorld('createOffRamp');
  const expired = await lock(world, { expiresAtMs: 0 });
  const request = await ordered(world, { ...expired, userBankInformation: undefined });
  expect(await world.call(handler, request)).toMatchObject(refusal(quoteExpired()));
});

describe('the account', () => {
  type Country = 'MX' | 'US';

  async function save(world: World, account: BankAccountRecord) {
    await world.store(...bankAccountCreationWrites(account));
    return account;
  }

  const named: Record<string, (world: World, user: User, country: Country) => Promise<object>> = {
    userBankInformationId: async (world, user, country) => ({
      userBankInformationId: (await save(world, aUserAccount(user, { country }))).id,
      userBankInformation: undefined,
    }),
    receiverId: async (world, user, country) => {
      const receiver = aReceiver(user);
      await createReceiver(receiver);
      await save(world, aReceiverAccount(receiver, { country }));
      return { receiverId: receiver.id.toUpperCase(), userBankInformation: undefined };
    },
    'userBankInformation.country': async (_, __, country) => ({ userBankInformation: accountDetails[country] }),
  };

  it.each(Object.keys(named))('may be in the currency of the payout alone: %s', async (field) => {
    const world = await createWorld('createOffRamp');
    const user = await world.verifiedUser();
    const body = async (country: Country) => ({
      userId: user.id,
      ...order,
      ...(await named[field]?.(world, user, country)),
    });
    const paid = await world.call(handler, { body: await body('MX') });
    expect(paid, paid.text).toMatchObject({ status: 201, body: { data: { bankAccount: { country: 'MX' } } } });
    expect(world.table.items('TX')).toMatchObject([{ bankAccountId: world.table.items('BANK')[0]?.id }]);
    const wrong = invalidInput([{ field, message: 'Is an account in USD; the payout is in MXN' }]);
    expect(await world.call(handler, { body: await body('US') })).toMatchObject(refusal(wrong));
  });

  it.each([
    [{}, 'Required for accounts in EUR'],
    [{ iban: 'DO28BAGR00000001212453611324' }, 'Must be the IBAN of a SEPA country; DO is not one'],
  ])('has the country of its IBAN where euro are paid out: %o', async (userBankInformation, message) => {
    const world = await createWorld('createOffRamp');
    const { country: _, ...german } = accountDetails.DE;
    const request = await ordered(world, { fiatCurrency: 'EUR', userBankInformation: german });
    const paid = await world.call(handler, request);
    expect(paid, paid.text).toMatchObject({ status: 201, body: { data: { bankAccount: { country: 'DE' } } } });
    const body = { ...request.body, userBankInformation };
    const problem = invalidInput([{ field: 'userBankInformation.iban', message }]);
    expect(await world.call(handler, { body })).toMatchObject(refusal(problem));
  });

  it('of a country that is named has the currency of that country, also beside euro', async () => {
    const world = await createWorld('createOffRamp');
    const request = await ordered(world, { fiatCurrency: 'EUR', userBankInformation: accountDetails.DO });
    const field = 'userBankInformation.country';
    const problem = invalidInput([{ field, message: 'Is an account in DOP; the payout is in EUR' }]);
    expect(await world.call(handler, request)).toMatchObject(refusal(problem));
  });

  it.each([
    ['China', accountDetails.CN],
    ['Hong Kong', { ...accountDetails.CN, country: 'HK' }],
  ])('in %s takes a payout within its bounds, and any sandbox amount', async (_, userBankInformation) => {
    const world = await createWorld('createOffRamp');
    const terms = { fiatCurrency: 'USD', userBankInformation, invoiceFile };
    const create = async (cryptoAmount: number) =>
      world.call(handler, await ordered(world, { ...terms, cryptoAmount }));
    const bounds = { min: '10', max: '10000', currency: 'USD' } as const;
    expect(await create(10_500)).toMatchObject(refusal(fiatOutOfRange('OFF_RAMP', bounds)));
    expect((await create(5000)).status).toBe(201);
    expect(await create(10.01)).toMatchObject({ status: 201, body: { data: { cryptoAmount: 10.01 } } });
    expect(world.table.items('TX').at(-1)?.fiatAmount).toMatchObject({ amount: expect.stringMatching(/^9\./) });
  });

  it('that is saved in China needs an invoice, too', async () => {
    const world = await createWorld('createOffRamp');
    const { body } = await ordered(world, { ...inDollars, invoiceFile });
    expect((await world.call(handler, { body })).status).toBe(201);
    const [saved] = world.table.items('BANK');
    const again = { ...body, userBankInformation: undefined, userBankInformationId: saved?.id };
    const invoiceMissing = badRequest(
      'INVOICE_REQUIRED',
      'invoiceFile is required when target bank account country is CN',
    );
    const without = await world.call(handler, { body: { ...again, invoiceFile: undefined } });
    expect(without).toMatchObject(refusal(invoiceMissing));
    expect((await world.call(handler, { body: again })).status).toBe(201);
  });
});

it('takes an invoice that is larger than other bodies may be', async () => {
  const world = await createWorld('createOffRamp');
  const file = Buffer.from(`%PDF-1.7\n${'%'.repeat(100_000)}\n%%EOF`).toString('base64');
  expect((await world.call(handler, await ordered(world, { invoiceFile: file }))).status).toBe(201);
});

describe('beside other changes', () => {
  it('uses an equal account that was saved between the read and the write', async () => {
    const world = await createWorld('createOffRamp');
    const user = await world.verifiedUser();
    const account = aUserAccount(user);
    world.table.beforeNextWrite(() => world.store(...bankAccountCreationWrites(account)));
    expect((await world.call(handler, { body: { userId: user.id, ...order } })).status).toBe(201);
    expect(world.table.items('TX')).toMatchObject([{ bankAccountId: account.id }]);
  });

  it('gives up when another change comes in between in every attempt', async () => {
    const world = await createWorld('createOffRamp');
    const user = await world.verifiedUser();
    let saves = 0;
    const saveAnother = async () => {
      saves += 1;
      if (saves > 20) return;
      const account = aUserAccount(user);
      await world.store(...bankAccountCreationWrites(account));
      world.table.beforeNext('BatchGetItem', () => world.store(...bankAccountDeletionWrites(account, Date.now())));
      world.table.beforeNextWrite(() => undefined);
      world.table.beforeNextWrite(saveAnother);
    };
    world.table.beforeNextWrite(saveAnother);
    const response = await world.call(handler, { body: { userId: user.id, ...order } });
    expect(response).toMatchObject(refusal(writeContention()));
    expect([saves, world.table.items('TX')]).toEqual([4, []]);
  });

  it.each([
    [['ThrottlingError'], 503],
    [['ProvisionedThroughputExceeded'], 503],
    [['TransactionConflict', 'ThrottlingError'], 503],
    [['TransactionConflict'], 409],
  ])(
    'tells a table that is throttled from other writers where a transaction is cancelled for %j: %d',
    async (codes, status) => {
      const world = await createWorld('createOffRamp');
      const request = await ordered(world);
      const reasons = [{ Code: 'None' }, ...codes.map((Code) => ({ Code }))];
      for (let refusals = 0; refusals < 50; refusals += 1)
        world.table.failNext(cancelled(reasons), 'TransactWriteItems');
      const expected = status === 503 ? serviceUnavailable() : writeContention();
      const response = await world.call(handler, request);
      expect(response).toMatchObject({ ...refusal(expected), status, headers: { 'retry-after': '1' } });
      const counted = world.log.lines.filter(({ serviceUnavailable: count }) => count === 1);
      expect(counted).toHaveLength(status === 503 ? 1 : 0);
      expect(world.table.items('TX')).toEqual([]);
    },
  );

  it('returns a repeated key after the verification was revoked', async () => {
    const world = await createWorld('createOffRamp');
    const { body } = await ordered(world);
    const first = await world.call(handler, { headers, body });
    const user = await findUser(body.userId);
    if (user !== undefined) await replaceUser(user, { ...user, kycStatus: 'REJECTED', version: user.version + 1 });
    const second = await world.call(handler, { headers, body });
    expect(second).toMatchObject({ status: 201, text: first.text, headers: { 'idempotency-replayed': 'true' } });
  });

  it('responds as an equal order that was faster, where only what came after it refuses this one', async () => {
    const world = await createWorld('createOffRamp');
    const user = await world.verifiedUser();
    const receiver = aReceiver(user);
    await createReceiver(receiver);
    const account = aReceiverAccount(receiver);
    await world.store(...bankAccountCreationWrites(account));
    const body = { userId: user.id, ...order, receiverId: receiver.id, userBankInformation: undefined };
    const faster: TestResponse[] = [];
    world.table.beforeNext('Query', async () => {
      faster.push(await world.call(handler, { headers, body }));
      await world.store(...bankAccountDeletionWrites(account, Date.now()));
    });
    const second = await world.call(handler, { headers, body });
    expect(second).toMatchObject({ status: 201, text: faster[0]?.text, headers: { 'idempotency-replayed': 'true' } });
    expect(await world.call(handler, { body })).toMatchObject(refusal(bankAccountNotFound()));
  });
});
