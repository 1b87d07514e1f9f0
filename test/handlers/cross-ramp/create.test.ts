import { expect, it } from 'vitest';
import { contract } from '#functions/cross-ramp/create/contract';
import { handler } from '#functions/cross-ramp/create/handler';
import { usAccount } from '#local/partner/api-client';
import {
  accountOfAnotherOwner,
  badRequest,
  bankAccountNotFound,
  fiatOutOfRange,
  invalidInput,
  namedQuoteNotFound,
  quoteFailed,
  quoteUsed,
  receiverNotFound,
  sameCurrencies,
  serviceUnavailable,
  signaturesMissing,
  userIdRequired,
} from '#shared/api/problems';
import { bankAccountCreationWrites } from '#shared/bank-accounts/repository';
import { findQuote, saveQuote } from '#shared/quotes/repository';
import { createReceiver } from '#shared/receivers/repository';
import { newId } from '#shared/values/ids';
import { decimal } from '#shared/values/money/decimal';
import { money } from '#shared/values/money/money';
import { accountDetails, CLABE } from '#test/support/builders/account-details';
import { aReceiverAccount, aUserAccount } from '#test/support/builders/bank-accounts';
import { aCrossRampQuote, aRampQuote } from '#test/support/builders/quotes';
import { aReceiver } from '#test/support/builders/receivers';
import { aBusiness, storePerson } from '#test/support/handlers/declarations';
import { describeCreation } from '#test/support/handlers/describe-creation';
import { refusal } from '#test/support/handlers/describe-endpoint';
import { createWorld, type World } from '#test/support/handlers/world';

const order = { sourceCurrency: 'MXN', targetCurrency: 'USD', sourceAmount: 1500, targetBankAccount: usAccount };
const invoice = Buffer.from('%PDF-1.7').toString('base64');
const { DE, CN } = accountDetails;

describeCreation(contract, handler, {
  order,
  ...{ quote: aCrossRampQuote(), quoted: { targetBankAccount: usAccount } },
  others: [aRampQuote(), aRampQuote({ kind: 'OFF_RAMP' })],
  wrongKind: 'Provided quoteId is not a CROSS_RAMP quote',
  wrong: [
    ['no currencies', { sourceCurrency: undefined, targetCurrency: undefined }, ['sourceCurrency', 'targetCurrency']],
    ['an unknown currency', { sourceCurrency: 'BRL' }, ['sourceCurrency']],
    ['an amount as text', { sourceAmount: '1500' }, ['sourceAmount']],
    ['a negative amount', { sourceAmount: -5 }, ['sourceAmount']],
    ['three decimals', { sourceAmount: 10.001 }, ['sourceAmount']],
    ['an unknown rail', { targetRail: 'TRAIN' }, ['targetRail']],
    ['a premium above the ceiling', { premiumSpread: 5.1 }, ['premiumSpread']],
    ...['a', 'a=', '%PDF-1.7', 'YWJj!'].map(
      (file) => [`the invoice ${file}`, { targetBankAccount: CN, invoiceFile: file }, ['invoiceFile']] as const,
    ),
    [
      'China with a purpose of other rails',
      { targetBankAccount: CN, invoiceFile: invoice, purpose: 'GOODS' },
      ['purpose'],
    ],
  ],
});

/** Creates a cross-ramp for the user in the body, or for a new verified user. */
async function create(world: World, body: Readonly<Record<string, unknown>>) {
  const userId = body.userId ?? (await world.verifiedUser()).id;
  return world.call(handler, { body: { ...body, userId } });
}

const UNKNOWN = '019bc1c5-0000-7000-8000-0000000000ff';
const { id: quoteId } = aCrossRampQuote();
const { targetBankAccount } = order;

const paidAccount = { country: 'US', accountIdentifier: '123456789012', bankName: 'First Bank', isVerified: true };
const depositAccount = {
  country: 'MX',
  accountIdentifier: expect.any(String),
  bankName: expect.any(String),
  beneficiary: 'Partner Ramp Sandbox',
};

it('stores a transaction that waits for its deposit, with its account and its notification', async () => {
  const world = await createWorld('createCrossRamp');
  await world.webhookTarget();
  const { id: userId } = await world.verifiedUser(aBusiness);
  const response = await create(world, { ...order, userId, reference: 'Invoice 7' });
  const [transaction] = world.table.items('TX');
  const [account] = world.table.items('BANK');
  const id = String(transaction?.id);
  const message = `PR${id.replaceAll('-', '').slice(-14).toUpperCase()}`;
  const data = {
    ...{ id, userId, status: 'PENDING', sourceCurrency: 'MXN', targetCurrency: 'USD', targetRail: 'LOCAL' },
    ...{ sourceAmount: 1500, targetAmount: 79.65, exchangeRate: 0.05400108898, premiumSpread: 0 },
    fees: { fixedFee: 25, feeCurrency: 'MXN' },
    sourceBankAccount: { ...depositAccount, message, isVerified: true },
    targetBankAccount: paidAccount,
    ...{ quoteId: null, reference: 'Invoice 7', externalId: null, metadata: {}, transactionHash: null, warnings: [] },
    paymentUrl: expect.stringMatching(/^https:\/\/api\.example\.com\/[\w/]*pay\/[\w-]{43}$/),
    createdAt: '2026-01-15T12:00:00.000Z',
  };
  expect(response.status).toBe(201);
  expect(response.body).toEqual({ success: true, data });
  const deadlineMs = Date.now() + 72 * 3_600_000;
  expect(transaction).toEqual({
    ...{ PK: `TX#${id}`, SK: 'META', entity: 'TX', id, userId, partnerId: world.partner.id },
    ...{ kind: 'CROSS_RAMP', status: 'PENDING', version: 1, sequence: 1, targetRail: 'LOCAL', reference: 'Invoice 7' },
    sourceAmount: { amount: '1500.00', currency: 'MXN' },
    targetAmount: { amount: '79.65', currency: 'USD' },
    fixedFee: { amount: '25.00', currency: 'MXN' },
    ...{ rate: '0.05400108898', platformRate: '0.05400108898', premiumSpread: '0' },
    sourceBankAccount: { ...depositAccount, message },
    ...{ targetBankAccount: { ...usAccount, ...paidAccount }, bankAccountId: account?.id },
    ...{ createdAtMs: Date.now(), updatedAtMs: Date.now(), deadlineMs, dueAt: deadlineMs },
    duePk: expect.stringMatching(/^DUE#/),
    linkDigest: expect.stringMatching(/^[\w-]{22}$/),
  });
  expect(account).toMatchObject({ userId, details: usAccount, verificationStatus: 'NOT_REQUIRED' });
  const [notification] = world.table.items('NTF');
  expect(notification).toMatchObject({ event: 'CREATED_CROSS_RAMP', status: 'PENDING', transactionId: id });
  expect(JSON.parse(String(notification?.body))).toEqual({
    ...{
      environment: 'sandbox',
      type: 'TRANSACTION',
      event: 'CREATED_CROSS_RAMP',
      id: notification?.id,
      sequence: 1,
      transactionId: id,
      externalId: null,
      metadata: {},
      rails: { deposit: null, payout: null },
    },
    ...{ userId, externalUserId: userId, firstName: aBusiness.businessName, lastName: '', status: 'PENDING' },
    occurredAt: '2026-01-15T12:00:00.000Z',
  });
});

const toPesos = { sourceCurrency: 'USD', targetCurrency: 'MXN', sourceAmount: 50 };
const { country: _, ...german } = DE;
const HK = { ...CN, country: 'HK' };
const clabe = { accountIdentifier: CLABE };

it.each([
  ['by the amount that arrives', { sourceAmount: undefined, targetAmount: 100 }, { sourceAmount: 1876.81 }],
  [
    'to pesos',
    { ...toPesos, targetBankAccount: clabe },
    { targetBankAccount: { country: 'MX', bankName: 'STP', isVerified: false } },
  ],
  [
    'to euro',
    { targetCurrency: 'EUR', targetBankAccount: german },
    { targetBankAccount: { country: 'DE', accountIdentifier: DE.iban, isVerified: true } },
  ],
  [
    'to China',
    { targetBankAccount: CN, invoiceFile: invoice },
    { purpose: 'GDDS', targetBankAccount: { country: 'CN', isVerified: true } },
  ],
  [
    'to China with the purpose of its rail',
    { targetBankAccount: CN, invoiceFile: invoice, purpose: 'SCVE', relationship: 'SUPPLIER' },
    { purpose: 'SCVE', relationship: 'SUPPLIER' },
  ],
  ['with a purpose', { purpose: 'GOODS', sourceOfFunds: 'BUSINESS_INCOME' }, { purpose: 'GOODS' }],
  ['by SWIFT', { targetBankAccount: HK, targetRail: 'SWIFT' }, { targetRail: 'SWIFT' }],
])('accepts an order %s', async (_, fields, data) => {
  const world = await createWorld('createCrossRamp');
  expect(await create(world, { ...order, ...fields })).toMatchObject({ status: 201, body: { data } });
});

it('stores the invoice of a payout to China', async () => {
  const world = await createWorld('createCrossRamp');
  await create(world, { ...order, targetBankAccount: CN, invoiceFile: invoice });
  const [transaction] = world.table.items('TX');
  const key = `invoices/${world.partner.id}/${transaction?.userId}/${transaction?.id}.pdf`;
  expect(transaction?.invoiceKey).toBe(key);
  expect(world.files.files.get(key)?.content.toString()).toBe('%PDF-1.7');
});

it('creates nothing while the invoice cannot be stored', async () => {
  const world = await createWorld('createCrossRamp');
  world.files.failNext(503);
  const response = await create(world, { ...order, targetBankAccount: CN, invoiceFile: invoice });
  expect(response).toMatchObject(refusal(serviceUnavailable()));
  expect(world.table.items('TX')).toEqual([]);
});

it('saves equal details once, also when they are saved at the same time', async () => {
  const world = await createWorld('createCrossRamp');
  const user = await world.verifiedUser();
  const account = aUserAccount(user, { country: 'US' });
  world.table.beforeNextWrite(() => world.store(...bankAccountCreationWrites(account)));
  await create(world, { ...order, userId: user.id });
  await create(world, { ...order, userId: user.id });
  expect(world.table.items('BANK')).toHaveLength(1);
  expect(world.table.items('TX').map(({ bankAccountId }) => bankAccountId)).toEqual([account.id, account.id]);
});

it('pays a saved account, whatever details the body has', async () => {
  const world = await createWorld('createCrossRamp');
  const user = await world.verifiedUser();
  const { id: targetBankAccountId, ...account } = aUserAccount(user, { country: 'US' });
  await world.store(...bankAccountCreationWrites({ ...account, id: targetBankAccountId }));
  const body = { ...order, userId: user.id, targetBankAccountId, targetBankAccount: { iban: 'x' } };
  const response = await create(world, body);
  expect(response).toMatchObject({ status: 201, body: { data: { targetBankAccount: paidAccount } } });
  expect(world.table.items('TX')).toMatchObject([{ bankAccountId: targetBankAccountId }]);
  expect(await create(world, { ...body, targetCountry: 'US' })).toMatchObject({ status: 201 });
});

it.each([
  [
    { targetCountry: 'HK' },
    'COUNTRY_MISMATCH',
    'Target country must match target bank account country: expected US, got HK',
  ],
  [
    { targetCountry: 'DE' },
    'COUNTRY_MISMATCH',
    'Target country must match target bank account country: expected US, got DE',
  ],
  [{ targetCountry: 'BR' }, 'COUNTRY_NOT_SUPPORTED', 'Unsupported country for cross-ramp: BR'],
  [
    { targetCurrency: 'EUR' },
    'CURRENCY_MISMATCH',
    'Target currency must match target bank account currency: expected USD, got EUR',
  ],
] as const)('refuses a saved account in another place than the order is for: %o', async (fields, reason, message) => {
  const world = await createWorld('createCrossRamp');
  const user = await world.verifiedUser();
  const { id: targetBankAccountId, ...account } = aUserAccount(user, { country: 'US' });
  await world.store(...bankAccountCreationWrites({ ...account, id: targetBankAccountId }));
  const body = { ...order, ...fields, userId: user.id, targetBankAccount: undefined, targetBankAccountId };
  expect(await create(world, body)).toMatchObject(refusal(badRequest(reason, message)));
});

it("pays a receiver's newest account, which passes no test", async () => {
  const world = await createWorld('createCrossRamp');
  const user = await world.verifiedUser();
  const receiver = aReceiver(user);
  await createReceiver(receiver);
  const account = aReceiverAccount(receiver);
  await world.store(...bankAccountCreationWrites(account));
  const body = { ...order, ...toPesos, targetBankAccount: undefined, receiverId: receiver.id.toUpperCase() };
  const response = await create(world, { ...body, userId: user.id });
  expect(response).toMatchObject({ status: 201, body: { data: { targetBankAccount: { isVerified: true } } } });
  expect(world.table.items('TX')).toMatchObject([{ bankAccountId: account.id }]);
});

it.each([
  ['another user', {}],
  ['another partner', { partnerId: UNKNOWN }],
])('refuses the account of %s', async (_, owner) => {
  const world = await createWorld('createCrossRamp');
  const account = aUserAccount({ id: UNKNOWN, partnerId: world.partner.id, ...owner }, { country: 'US' });
  await world.store(...bankAccountCreationWrites(account));
  const response = await create(world, { ...order, targetBankAccountId: account.id });
  expect(response).toMatchObject(refusal(accountOfAnotherOwner()));
});

const field = (name: string, message: string) => invalidInput([{ field: name, message }]);
const exactlyOne = 'Provide exactly one of sourceAmount and targetAmount';
const amounts = invalidInput(['sourceAmount', 'targetAmount'].map((name) => ({ field: name, message: exactlyOne })));
const needsAccount = 'Either targetBankAccount or targetBankAccountId must be provided';
const needsInvoice = 'invoiceFile is required when target bank account country is CN';
const noClabe = field('targetBankAccount.accountIdentifier', 'A CLABE has 18 digits');
const MXN = { min: '10', max: '10000000', currency: 'MXN' };
const unlike = (expected: string, got: string) =>
  badRequest(
    'CURRENCY_MISMATCH',
    `Target currency must match target bank account currency: expected ${expected}, got ${got}`,
  );

it.each([
  ['no user', { userId: undefined }, userIdRequired()],
  ['an empty user', { userId: '' }, userIdRequired()],
  ['no amount', { sourceAmount: undefined }, amounts],
  ['both amounts', { targetAmount: 10 }, amounts],
  ['an amount of zero', { sourceAmount: 0 }, field('sourceAmount', 'Must be greater than 0')],
  ['a long reference', { reference: 'x'.repeat(141) }, field('reference', 'Must be at most 140 characters long')],
  ['a currency into itself', { sourceCurrency: 'USD' }, sameCurrencies()],
  ['no target currency', { targetCurrency: undefined }, field('targetCurrency', 'Required when there is no quoteId')],
  ['too little', { sourceAmount: 9.99 }, fiatOutOfRange('CROSS_RAMP', MXN)],
  ['too much', { sourceAmount: 10_000_000.01 }, fiatOutOfRange('CROSS_RAMP', MXN)],
  [
    'too much to arrive',
    { sourceAmount: undefined, targetAmount: 500_000.01 },
    fiatOutOfRange('CROSS_RAMP', { min: '1', max: '500000', currency: 'USD' }),
  ],
  ['a quote id of no form', { quoteId: 'quote' }, namedQuoteNotFound()],
  ['no more than the fee', { sourceAmount: 25 }, fiatOutOfRange('CROSS_RAMP', MXN)],
  [
    'more than Hong Kong takes',
    { targetBankAccount: HK, sourceAmount: 400_000 },
    fiatOutOfRange('CROSS_RAMP', { min: '10', max: '10000', currency: 'USD' }),
  ],
  ['no account', { targetBankAccount: undefined }, badRequest('BANK_ACCOUNT_REQUIRED', needsAccount)],
  ['an unknown account', { targetBankAccountId: 'nope' }, bankAccountNotFound()],
  ['an unknown receiver', { targetBankAccount: undefined, receiverId: UNKNOWN }, receiverNotFound()],
  ['a short CLABE', { ...toPesos, targetBankAccount: { accountIdentifier: '1' } }, noClabe],
  [
    'a country that is not served',
    { targetCountry: 'BR' },
    badRequest('COUNTRY_NOT_SUPPORTED', 'Unsupported country for cross-ramp: BR'),
  ],
  ['euro to an American account', { targetCurrency: 'EUR' }, unlike('USD', 'EUR')],
  ['dollars to a German account', { targetBankAccount: DE }, unlike('EUR', 'USD')],
  [
    'an IBAN of a country that is not served',
    { targetCurrency: 'EUR', targetBankAccount: { ...german, iban: 'BR1500000000000010932840814P2' } },
    badRequest('COUNTRY_NOT_SUPPORTED', 'Unsupported country for cross-ramp: BR'),
  ],
  ['China without an invoice', { targetBankAccount: CN }, badRequest('INVOICE_REQUIRED', needsInvoice)],
  [
    'China with a blank invoice',
    { targetBankAccount: CN, invoiceFile: ' \n' },
    badRequest('INVOICE_REQUIRED', needsInvoice),
  ],
])('refuses %s', async (_, wrong, problem) => {
  const world = await createWorld('createCrossRamp');
  const { id: userId } = await world.verifiedUser();
  const before = world.table.items();
  expect(await world.call(handler, { body: { ...order, userId, ...wrong } })).toMatchObject(refusal(problem));
  expect(world.table.items()).toEqual(before);
});

it('takes null in place of what is left out, also within an account', async () => {
  const world = await createWorld('createCrossRamp');
  const { accountHolder } = usAccount;
  const details = { ...usAccount, alias: null, bic: null, accountHolder: { ...accountHolder, businessName: null } };
  const fields = { quoteId: null, reference: null, premiumSpread: null, targetAmount: null, targetRail: null };
  const response = await create(world, { ...order, ...fields, targetBankAccount: details });
  expect(response.status, response.text).toBe(201);
  expect(world.table.items('BANK')).toMatchObject([{ details: { accountHolder } }]);
});

it('takes the terms of a quote, and ignores the amounts of the body', async () => {
  const world = await createWorld('createCrossRamp');
  await saveQuote(aCrossRampQuote({ partnerId: world.partner.id }));
  const response = await create(world, { quoteId, targetBankAccount, sourceAmount: 7, targetAmount: 7 });
  const data = { quoteId, sourceAmount: 1025, targetAmount: 50, exchangeRate: 0.05 };
  expect(response).toMatchObject({ status: 201, body: { data } });
  expect(await findQuote(quoteId)).toMatchObject({ usedBy: response.body.data.id });
});

it('takes the source of a locked first leg, and the target of the body', async () => {
  const world = await createWorld('createCrossRamp');
  const premiumSpread = decimal('0.02');
  await saveQuote(aRampQuote({ kind: 'CROSS_RAMP_LEG', partnerId: world.partner.id, premiumSpread }));
  const missing = field('targetCurrency', 'Required with a quote of one leg');
  expect(await create(world, { quoteId, targetBankAccount })).toMatchObject(refusal(missing));
  const body = { quoteId, targetBankAccount, targetCurrency: 'USD' };
  const otherSource = badRequest('QUOTE_MISMATCH', 'Quote currency mismatch: expected MXN, got EUR');
  expect(await create(world, { ...body, sourceCurrency: 'EUR' })).toMatchObject(refusal(otherSource));
  const toItself = { ...body, targetCurrency: 'MXN', targetBankAccount: clabe };
  expect(await create(world, toItself)).toMatchObject(refusal(sameCurrencies()));
  const response = await create(world, { ...body, sourceAmount: 9, premiumSpread: 1 });
  // The fee is 25 MXN, so 975 MXN buy 48.75 tokens at 20 MXN per token. One token is worth one dollar.
  const data = {
    ...{ sourceAmount: 1000, sourceCurrency: 'MXN', targetAmount: 48.75, targetCurrency: 'USD', exchangeRate: 0.05 },
    ...{ premiumSpread: 0.02, fees: { fixedFee: 25, feeCurrency: 'MXN' } },
  };
  expect(response).toMatchObject({ status: 201, body: { data } });
  expect(await create(world, body)).toMatchObject(refusal(quoteUsed(response.body.data.id)));
});

const noCrossRamp = 'Provided quoteId is not a CROSS_RAMP quote';
const mismatch = 'Quote currency mismatch: expected MXN, got USD';

it.each([
  [
    'of an on-ramp, whatever the body contains',
    aRampQuote(),
    { sourceCurrency: 'MXN', sourceAmount: 1000 },
    badRequest('QUOTE_KIND', noCrossRamp),
  ],
  [
    "of another partner's first leg",
    aRampQuote({ kind: 'CROSS_RAMP_LEG', partnerId: UNKNOWN }),
    {},
    namedQuoteNotFound(),
  ],
  ['of other currencies', aCrossRampQuote(), { sourceCurrency: 'USD' }, badRequest('QUOTE_MISMATCH', mismatch)],
])('refuses a quote %s', async (_, quote, fields, problem) => {
  const world = await createWorld('createCrossRamp');
  const partnerId = quote.partnerId === UNKNOWN ? UNKNOWN : world.partner.id;
  await saveQuote({ ...quote, partnerId });
  expect(await create(world, { quoteId, targetBankAccount, ...fields })).toMatchObject(refusal(problem));
});

it('begins the simulation of a sandbox amount that was locked as the source alone', async () => {
  const world = await createWorld('createCrossRamp');
  const price = { ...aCrossRampQuote().price, sourceAmount: money(2000_04n, 'MXN') };
  for (const fixedSide of ['source', 'target'] as const) {
    const quote = aCrossRampQuote({ id: newId(Date.now()), partnerId: world.partner.id, price, fixedSide });
    await saveQuote(quote);
    expect(await create(world, { quoteId: quote.id, targetBankAccount })).toMatchObject({ status: 201 });
  }
  const simulation = { branch: 'PAYOUT_FAILED', deposits: true, stepAt: Date.now() + 2000 };
  expect(world.table.items('SIM')).toMatchObject([simulation]);
});

it('refuses pesos of a business whose owners have not signed, also one that comes in between', async () => {
  const world = await createWorld('createCrossRamp');
  const user = await world.verifiedUser(aBusiness);
  const body = { ...order, userId: user.id };
  world.table.beforeNextWrite(() => storePerson(user));
  expect(await create(world, body)).toMatchObject(refusal(signaturesMissing()));
  expect(await create(world, body)).toMatchObject(refusal(signaturesMissing()));
  expect(await create(world, { ...body, sourceCurrency: 'EUR' })).toMatchObject({ status: 201 });
});

it.each([
  ['there is no fresh rate', 'https://rates.', quoteFailed()],
  ['the bank fails', 'https://banking.', serviceUnavailable()],
])('is refused in production where %s', async (_, prefix, problem) => {
  const world = await createWorld('createCrossRamp', { stage: 'production' });
  world.web.on('https://rates.', { body: { mid: '0.05', asOf: new Date().toISOString() } });
  world.web.on(prefix, { status: 500 });
  expect(await create(world, order)).toMatchObject(refusal(problem));
  expect(world.table.items('TX')).toEqual([]);
});

it('costs one batch read and one write, and a read of the key once a minute', async () => {
  const world = await createWorld('createCrossRamp');
  await world.webhookTarget();
  const { id: userId } = await world.verifiedUser();
  await world.useKey();
  const operationsOfOne = async () => {
    const before = world.table.calls.length;
    const headers = { 'idempotency-key': newId(Date.now()) };
    const response = await world.call(handler, { headers, body: { ...order, sourceAmount: 2000.01, userId } });
    expect(response.status, response.text).toBe(201);
    const own = world.table.calls.slice(before).filter(({ partition }) => partition?.startsWith('RATE#') !== true);
    return own.map(({ operation }) => operation);
  };
  const before = world.table.changes.length;
  expect(await operationsOfOne()).toEqual(['BatchGetItem', 'TransactWriteItems']);
  const lists = (collection: string, facets: string[]) =>
    facets.map((facet) => `L#${world.partner.id}#${collection}#${facet}`);
  expect(world.table.changes.slice(before).map(({ after }) => after?.entity?.S ?? after?.PK?.S)).toEqual([
    ...[`RATE#${world.partner.id}`, 'IDEMPOTENCY', 'TX'],
    ...lists('TX', ['ALL', 'STATUS#PENDING#TYPE#CROSS_RAMP', 'TYPE#CROSS_RAMP', `USER#${userId}`]),
    'NTF',
    ...lists('NTF', ['ALL', 'STATUS#PENDING', 'TYPE#CREATED_CROSS_RAMP']),
    ...['SIM', 'UNIQUE_BANK', 'BANK', `L#${world.partner.id}#BANK#USER#${userId}`],
  ]);
  world.advance(60_000);
  expect(await operationsOfOne()).toEqual(['GetItem', 'BatchGetItem', 'TransactWriteItems']);
});
