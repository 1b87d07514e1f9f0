import { inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { contract } from '#functions/on-ramp/create/contract';
import { handler } from '#functions/on-ramp/create/handler';
import {
  badRequest,
  currencyDisabled,
  fiatOutOfRange,
  invalidInput,
  namedQuoteNotFound,
  Problem,
  pairDisabled,
  quoteFailed,
  serviceUnavailable,
  tokenOutOfRange,
  userIdRequired,
  userNotAssociated,
} from '#shared/api/problems';
import { setAgreement } from '#shared/partners/repository';
import { findQuote, saveQuote } from '#shared/quotes/repository';
import { blockchains } from '#shared/values/money/currency';
import { money } from '#shared/values/money/money';
import { createWallet } from '#shared/wallets/repository';
import { aCrossRampQuote, aRampQuote } from '#test/support/builders/quotes';
import { aDepositTravelRule, aPayoutTravelRule } from '#test/support/builders/travel-rules';
import { aWallet, EVM_ADDRESS } from '#test/support/builders/wallets';
import { describeCreation } from '#test/support/handlers/describe-creation';
import { refusal } from '#test/support/handlers/describe-endpoint';
import { createWorld, type World } from '#test/support/handlers/world';

const destinationWalletAddress = '0x52908400098527886E0F7030069857D2E4169EE7';
const pair = { fiatCurrency: 'MXN', blockchainSymbol: 'POL', tokenSymbol: 'USDC' };
const order = { destinationWalletAddress, ...pair, fiatAmount: 1000 };

describeCreation(contract, handler, {
  order,
  ...{ quote: aRampQuote(), quoted: { destinationWalletAddress } },
  others: [aRampQuote({ kind: 'OFF_RAMP' }), aCrossRampQuote()],
  wrongKind: 'Quote is not valid for ON_RAMP',
  wrong: [
    ['a purpose of CNAPS', { purpose: 'SALA' }, 'purpose'],
    ['no beneficiary', { travelRule: aDepositTravelRule() }, 'travelRule.beneficiary'],
    ['more than 64 levels', { travelRule: JSON.parse(`${'['.repeat(64)}${']'.repeat(64)}`) }, 'travelRule'],
  ],
});

/** Creates an on-ramp for the user in the body, or for a new verified user. */
async function create(world: World, body: Readonly<Record<string, unknown>>) {
  const userId = body.userId ?? (await world.verifiedUser()).id;
  return world.call(handler, { body: { ...body, userId } });
}

const UNKNOWN = '019bc1c5-0000-7000-8000-0000000000ff';
const { id: quoteId } = aRampQuote();

/** Stores a quote. @returns the fields of a request for an on-ramp with this quote */
async function lock(world: World) {
  await saveQuote(aRampQuote({ partnerId: world.partner.id }));
  return { destinationWalletAddress, quoteId };
}

const shown = {
  ...{ status: 'PENDING_PAYMENT', crossFiatAmount: 0, flow: 'REGULAR', premiumSpread: 0, destinationWalletAddress },
  ...{ fiatAmount: 1000, cryptoAmount: 54.001088, exchangeRate: 18.51814508, ...pair },
  ...{ forwardingDays: 0, effectiveForwardingDays: 0, forwardingAdjustments: [] },
  forwardingSettlementDate: '2026-01-16T00:00:00.000Z',
  ...{ quoteId: null, reference: null, targetRail: null, transactionHash: null, warnings: [] },
  ...{ createdAt: '2026-01-15T12:00:00.000Z', completedAt: null },
};

/** Returns the account that receives the deposit of a transaction. `message` contains the reference of the transaction. */
const depositAccount = (id: string) => ({
  ...{ country: 'MX', accountIdentifier: '646180110400000007', bankName: 'STP', beneficiary: 'Partner Ramp Sandbox' },
  message: `PR${id.replaceAll('-', '').slice(-14).toUpperCase()}`,
});

it('stores a transaction that waits for its deposit, with its notification', async () => {
  const world = await createWorld('createOnRamp');
  await world.webhookTarget();
  const { id: userId } = await world.verifiedUser({
    externalUserId: 'customer-1042',
    firstName: 'Ana',
    lastName: 'García',
  });
  const response = await create(world, { ...order, userId });
  const [transaction] = world.table.items('TX');
  const id = String(transaction?.id);
  const data = { ...shown, id, userId, bankAccount: { ...depositAccount(id), isVerified: true } };
  expect(response).toMatchObject({ status: 201, body: { success: true, data } });
  const deadlineMs = Date.now() + 72 * 3_600_000;
  expect(transaction).toEqual({
    ...{ PK: `TX#${id}`, SK: 'META', entity: 'TX', id, userId, partnerId: world.partner.id },
    ...{ kind: 'ON_RAMP', status: 'PENDING_PAYMENT', version: 1, sequence: 1, blockchain: 'POL', flow: 'REGULAR' },
    fiatAmount: { amount: '1000.00', currency: 'MXN' },
    cryptoAmount: { amount: '54.001088', currency: 'USDC' },
    ...{ rate: '18.51814508', platformRate: '18.51814508', premiumSpread: '0' },
    forwarding: { days: 0, effectiveDays: 0, settlementAtMs: Date.UTC(2026, 0, 16), adjustments: [] },
    ...{ destinationWalletAddress, depositAccount: depositAccount(id) },
    ...{ createdAtMs: Date.now(), updatedAtMs: Date.now(), deadlineMs, dueAt: deadlineMs },
    duePk: expect.stringMatching(/^DUE#/),
    linkDigest: expect.stringMatching(/^[\w-]{22}$/),
  });
  const [notification] = world.table.items('NTF');
  expect(notification).toMatchObject({ event: 'CREATED_ON_RAMP', status: 'PENDING', transactionId: id });
  expect(JSON.parse(String(notification?.body))).toEqual({
    ...{
      environment: 'sandbox',
      type: 'TRANSACTION',
      event: 'CREATED_ON_RAMP',
      id: notification?.id,
      sequence: 1,
      transactionId: id,
      externalId: null,
      metadata: {},
      rails: { deposit: null, payout: null },
      userId,
    },
    ...{ externalUserId: 'customer-1042', firstName: 'Ana', lastName: 'García', status: 'PENDING_PAYMENT' },
    occurredAt: '2026-01-15T12:00:00.000Z',
  });
});

it.each([
  ['by the amount of tokens', { fiatAmount: undefined, cryptoAmount: 10 }, { fiatAmount: 185.18, cryptoAmount: 10 }],
  [
    'with a premium',
    { premiumSpread: 0.01 },
    { premiumSpread: 0.01, exchangeRate: 18.70332653, cryptoAmount: 53.466424 },
  ],
  [
    'over the counter, forwarded by a business day',
    { fiatAmount: 60_000, forwardingDays: 1 },
    {
      flow: 'OTC',
      cryptoAmount: 3240.065338,
      forwardingDays: 1,
      effectiveForwardingDays: 1,
      forwardingSettlementDate: '2026-01-17T00:00:00.000Z',
    },
  ],
])('prices an order %s', async (_, fields, data) => {
  const world = await createWorld('createOnRamp');
  expect(await create(world, { ...order, ...fields })).toMatchObject({ status: 201, body: { data } });
});

it('takes the terms of a quote, ignores those of the body, and uses the quote', async () => {
  const world = await createWorld('createOnRamp');
  const quoted = await lock(world);
  const response = await create(world, { ...quoted, fiatCurrency: 'EUR', tokenSymbol: 'USDT', cryptoAmount: 7 });
  const [transaction] = world.table.items('TX');
  const data = { ...shown, id: transaction?.id, quoteId, cryptoAmount: 50, exchangeRate: 20 };
  expect(response).toMatchObject({ status: 201, body: { data } });
  expect(await findQuote(quoteId)).toMatchObject({ usedBy: transaction?.id });
});

it('pays a saved wallet of the user, which must fit the chain', async () => {
  const world = await createWorld('createOnRamp');
  const user = await world.verifiedUser();
  const { id: walletId, userId, ...saved } = aWallet(user);
  await createWallet({ ...saved, id: walletId, userId });
  const body = { ...order, destinationWalletAddress: undefined, userId, walletId };
  expect(await create(world, body)).toMatchObject({
    status: 201,
    body: { data: { destinationWalletAddress: EVM_ADDRESS } },
  });
  const problem = invalidInput([{ field: 'walletId', message: 'Is no wallet on SOL' }]);
  expect(await create(world, { ...body, blockchainSymbol: 'SOL' })).toMatchObject(refusal(problem));
  const other = await world.verifiedUser();
  const unknown = refusal(new Problem('NOT_FOUND', 'Wallet not found', { reason: 'WALLET_NOT_FOUND' }));
  expect(await create(world, { ...body, userId: other.id })).toMatchObject(unknown);
});

it.each([
  [10.01, 'COMPLETE', 'REGULAR'],
  [1000.02, 'NAME_CHECK_FAILED', 'OTC'],
  [10.03, 'EXPIRE', 'REGULAR'],
])('begins the simulation of a sandbox amount: %d', async (fiatAmount, branch, flow) => {
  const world = await createWorld('createOnRamp');
  expect(await create(world, { ...order, fiatAmount })).toMatchObject({ status: 201, body: { data: { flow } } });
  const dueAt = Date.now() + 2000;
  expect(world.table.items('SIM')).toMatchObject([{ branch, deposits: true, version: 1, stepAt: dueAt, dueAt }]);
});

const needed =
  'Either quoteId or fiatCurrency, blockchainSymbol, tokenSymbol, and at least one of fiatAmount or cryptoAmount must be provided';
const notForwarded = 'Only for MXN over-the-counter on-ramps and off-ramps';
const exactlyOne = 'Provide exactly one of fiatAmount and cryptoAmount';
const wallet = (message: string) => invalidInput([{ field: 'destinationWalletAddress', message }]);
const field = (name: string, message: string) => invalidInput([{ field: name, message }]);
const USDC = { min: '1', max: '500000', currency: 'USDC' };
const MXN = { min: '10', max: '10000000', currency: 'MXN' };

it.each([
  ['no user', { userId: '' }, userIdRequired()],
  ['an unknown user', { userId: UNKNOWN }, userNotAssociated()],
  ['no currency', { fiatCurrency: undefined }, badRequest('ORDER_INCOMPLETE', needed)],
  ['no amount', { fiatAmount: undefined }, badRequest('ORDER_INCOMPLETE', needed)],
  [
    'both amounts',
    { cryptoAmount: 50 },
    invalidInput(['fiatAmount', 'cryptoAmount'].map((name) => ({ field: name, message: exactlyOne }))),
  ],
  ['an amount of zero', { fiatAmount: 0 }, field('fiatAmount', 'Must be greater than 0')],
  ['too little', { fiatAmount: 9.99 }, fiatOutOfRange('ON_RAMP', MXN)],
  ['too much', { fiatAmount: 10_000_000.01 }, fiatOutOfRange('ON_RAMP', MXN)],
  ['more fiat than there is', { fiatAmount: 1e300 }, fiatOutOfRange('ON_RAMP', MXN)],
  ['no token', { tokenSymbol: undefined }, badRequest('ORDER_INCOMPLETE', needed)],
  ['an unknown currency', { fiatCurrency: 'BRL' }, field('fiatCurrency', 'Must be one of MXN, DOP, USD, EUR')],
  [
    'an unknown chain',
    { blockchainSymbol: 'BTC' },
    field('blockchainSymbol', `Must be one of ${blockchains.join(', ')}`),
  ],
  ['forwarding of a small order', { forwardingDays: 2 }, field('forwardingDays', notForwarded)],
  ['an unknown quote', { quoteId: 'nope' }, namedQuoteNotFound()],
  ['too few tokens', { fiatAmount: undefined, cryptoAmount: 0.5 }, tokenOutOfRange('ON_RAMP', USDC)],
  ['a currency that is not enabled', { fiatCurrency: 'EUR' }, currencyDisabled()],
  ['a pair that is not enabled', { tokenSymbol: 'USDT' }, pairDisabled()],
  ['BSC for a small order', { blockchainSymbol: 'BSC' }, pairDisabled()],
  ['a premium above the ceiling', { premiumSpread: 5.1 }, field('premiumSpread', 'Must be from 0 to 5')],
  ['no wallet', { destinationWalletAddress: undefined }, wallet('Required unless a walletId is given')],
  ['a wallet of another chain', { blockchainSymbol: 'SOL' }, wallet('Must be an address on SOL')],
])('refuses %s', async (_, wrong, problem) => {
  const world = await createWorld('createOnRamp');
  const tokenPairs = ['POL:USDC', 'SOL:USDC', 'BSC:USDC'] as const;
  const atMs = Date.now();
  await setAgreement(world.partner.id, (all) => ({ ...all, fiatCurrencies: ['MXN'], tokenPairs }), { atMs });
  expect(await create(world, { ...order, ...wrong })).toMatchObject(refusal(problem));
  expect(world.table.items('TX')).toEqual([]);
});

it('refuses a quote of an amount outside the range', async () => {
  const world = await createWorld('createOnRamp');
  const price = { ...aRampQuote().price, fiatAmount: money(999n, 'MXN') };
  await saveQuote(aRampQuote({ partnerId: world.partner.id, price }));
  const response = await create(world, { destinationWalletAddress, quoteId });
  expect(response).toMatchObject(refusal(fiatOutOfRange('ON_RAMP', MXN)));
  expect(world.table.items('TX')).toEqual([]);
});

describe('in production', () => {
  const account = { country: 'MX', accountIdentifier: '646180110400000007', bankName: 'STP' };
  const userId = '019bc1c5-0000-7000-8000-000000000003';
  const noBanks = badRequest(
    'DEPOSIT_BANK_MISSING',
    `Cannot create transaction: No supported banks configured for user with id ${userId}`,
  );
  const production = async () => {
    const world = await createWorld('createOnRamp', { stage: 'production' });
    world.web.on('https://rates.', { body: { mid: '20', asOf: new Date().toISOString() } });
    world.web.on('https://banking.', { body: account });
    return world;
  };

  it("has the provider's rate and account", async () => {
    const world = await production();
    const response = await create(world, { ...order, fiatAmount: 1000.01 });
    const data = { exchangeRate: 20.1, cryptoAmount: 49.751741, bankAccount: { ...account, isVerified: true } };
    expect(response).toMatchObject({ status: 201, body: { data } });
    expect(world.table.items('SIM')).toEqual([]);
  });

  it.each([
    ['the currency has no account', 'https://banking.', { status: 404 }, noBanks],
    ['the bank fails', 'https://banking.', { status: 500 }, serviceUnavailable()],
    ['there is no fresh rate', 'https://rates.', { status: 500 }, quoteFailed()],
  ] as const)('is refused where %s', async (_, prefix, responding, problem) => {
    const world = await production();
    await world.verifiedUser({ id: userId });
    world.web.on(prefix, responding);
    expect(await create(world, { ...order, userId })).toMatchObject(refusal(problem));
    expect(world.table.items('TX')).toEqual([]);
  });

  it('checks the checksum of an address in mixed case', async () => {
    const world = await production();
    const wrong = '0x52908400098527886E0F7030069857D2E4169Ee7';
    const response = await create(world, { ...order, destinationWalletAddress: wrong });
    expect(response).toMatchObject(refusal(wallet('Must be an address on POL')));
  });
});

it('responds with the address of a payment page, which is stored nowhere and the same when it is asked again', async () => {
  const world = await createWorld('createOnRamp');
  await world.webhookTarget();
  const { id: userId } = await world.verifiedUser();
  const headers = { 'idempotency-key': 'a-key-of-the-partner-0002' };
  const request = { body: { ...order, userId }, headers };
  const first = await world.call(handler, request);
  const { paymentUrl } = first.body.data;
  const token = String(paymentUrl).split('/').at(-1) ?? '';
  expect(token).toMatch(/^[\w-]{43}$/);
  expect((await world.call(handler, request)).text).toBe(first.text);
  const stored = JSON.stringify(world.table.items(), (_, value) =>
    value instanceof Uint8Array ? inflateRawSync(value).toString() : value,
  );
  expect(stored).toContain(first.body.data.id);
  expect(stored).not.toContain(token);
  expect(JSON.stringify(world.log.lines)).not.toContain(token);
});

it('keeps the parties of its payout apart and sealed, and stores them once for a request that is repeated', async () => {
  const world = await createWorld('createOnRamp');
  const { id: userId } = await world.verifiedUser();
  const headers = { 'idempotency-key': 'a-key-of-the-partner-0003' };
  const body = { ...order, userId, relationship: 'SELF', travelRule: aPayoutTravelRule() };
  const first = await world.call(handler, { body, headers });
  expect(first).toMatchObject({ status: 201, body: { data: { relationship: 'SELF', travelRuleReceived: true } } });
  expect((await world.call(handler, { body, headers })).text).toBe(first.text);
  const other = {
    ...body,
    travelRule: { ...aPayoutTravelRule(), originatingVASP: aPayoutTravelRule().beneficiaryVASP },
  };
  expect(await world.call(handler, { body: { ...body, ...other }, headers })).toMatchObject({ status: 400 });
  expect(world.table.items('TRAVEL_RULE')).toHaveLength(1);
  expect(JSON.stringify(world.table.items())).not.toMatch(/Quetzal|Ximena|Zapotl/);
  expect(JSON.stringify(world.log.lines)).not.toMatch(/Quetzal|Ximena|Zapotl/);
});
