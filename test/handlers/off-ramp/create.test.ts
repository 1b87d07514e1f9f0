import { expect, it } from 'vitest';
import { contract } from '#functions/off-ramp/create/contract';
import { handler } from '#functions/off-ramp/create/handler';
import { bankAccountNotFound, namedQuoteNotFound, serviceUnavailable, userNotVerified } from '#shared/api/problems';
import { findUser, replaceUser } from '#shared/users/repository';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { createWorld, type World } from '#test/support/handlers/world';

const order = {
  ...{ fiatCurrency: 'MXN', blockchainSymbol: 'POL', tokenSymbol: 'USDC', cryptoAmount: 50 },
  userBankInformation: { accountIdentifier: '646180110400000007' },
};

const invoiceFile = Buffer.from('%PDF-1.7\n%%EOF').toString('base64');

/** A request of a new user who is verified. */
async function ordered(world: World, overrides: Readonly<Record<string, unknown>> = {}) {
  const { id: userId } = await world.verifiedUser();
  return { body: { userId, ...order, ...overrides } };
}

describeEndpoint({ contract, handler, request: (world) => ordered(world), foreign: 'UNAUTHORIZED' });

it('stores an off-ramp that waits for its tokens, and answers with the address for them', async () => {
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
    ...{ targetRail: null, transactionHash: null, warnings: [], createdAt: at, completedAt: null },
    destinationWalletAddress: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
    bankAccount: { country: 'MX', accountIdentifier: '646180110400000007', bankName: 'STP', isVerified: false },
  });
  expect(stored).toMatchObject({ kind: 'OFF_RAMP', version: 1, bankAccountId: account?.id });
  expect(world.table.items('NTF')).toMatchObject([{ event: 'CREATED_OFF_RAMP', status: 'PENDING' }]);
});

it('keeps an invoice in the bucket', async () => {
  const world = await createWorld('createOffRamp');
  const answer = await world.call(handler, await ordered(world, { invoiceFile }));
  expect(answer.status, answer.text).toBe(201);
  expect([...world.files.files.keys()]).toEqual([world.table.items('TX')[0]?.invoiceKey]);
});

it.each([
  ['no user', { userId: undefined }, 'REQUIRED_USER_ID_ERROR'],
  ['no account', { userBankInformation: undefined }, 'BAD_REQUEST'],
  ['no amount', { cryptoAmount: undefined }, 'BAD_REQUEST'],
  ['more tokens than the partner may order', { cryptoAmount: 500_001 }, 'INVALID_TOKEN_AMOUNT_ERROR'],
  ['an account number that is none', { userBankInformation: { accountIdentifier: '1' } }, 'INVALID_USER_INPUT_ERROR'],
])('refuses %s', async (_, overrides, code) => {
  const world = await createWorld('createOffRamp');
  const answer = await world.call(handler, await ordered(world, overrides));
  expect(answer).toMatchObject({ status: 400, body: { success: false, code } });
  expect(world.table.items('TX')).toEqual([]);
});

const UNKNOWN = '019bc1c5-0000-7000-8000-0000000000ff';

it.each([
  ['quote', { quoteId: UNKNOWN }, namedQuoteNotFound()],
  ['bank account', { userBankInformationId: UNKNOWN }, bankAccountNotFound()],
])('knows no such %s', async (_, overrides, problem) => {
  const world = await createWorld('createOffRamp');
  expect(await world.call(handler, await ordered(world, overrides))).toMatchObject(refusal(problem));
});

it('refuses a user who is not verified', async () => {
  const world = await createWorld('createOffRamp');
  const { id: userId } = await world.user();
  expect(await world.call(handler, { body: { userId, ...order } })).toMatchObject(refusal(userNotVerified()));
});

it('loses to a rejection of the user at the same time', async () => {
  const world = await createWorld('createOffRamp');
  const request = await ordered(world);
  world.table.beforeNextWrite(async () => {
    const user = await findUser(request.body.userId);
    if (user !== undefined) await replaceUser(user, { ...user, kycStatus: 'REJECTED', version: user.version + 1 });
  });
  expect(await world.call(handler, request)).toMatchObject(refusal(userNotVerified()));
  expect(world.table.items('TX')).toEqual([]);
});

it('stores nothing when the bucket does not take the invoice', async () => {
  const world = await createWorld('createOffRamp');
  world.files.failNext(503);
  expect(await world.call(handler, await ordered(world, { invoiceFile }))).toMatchObject(refusal(serviceUnavailable()));
  expect(world.table.items('TX')).toEqual([]);
});

it('answers 503 when the custodian of production gives no address in time', async () => {
  const world = await createWorld('createOffRamp', { stage: 'production' });
  const at = new Date(Date.now()).toISOString();
  world.web.on('https://rates.example.com/', { body: { mid: '18.25', asOf: at } });
  world.web.timeOut('https://custody.example.com/');
  expect(await world.call(handler, await ordered(world))).toMatchObject(refusal(serviceUnavailable()));
  expect(world.table.items('TX')).toEqual([]);
});
