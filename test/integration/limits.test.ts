/** Limits over time on the local stack, over HTTP. Tests advance the clock of this process, which the functions share. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { ApiClient, type ApiResponse, toProblem } from '#local/partner/api-client';
import type { Maxima } from '#shared/limits/domain/limit';
import { issueKey } from '#shared/partners/api-keys/changes/repository';
import { setAgreement } from '#shared/partners/repository';
import { ownStack } from '#test/support/own-stack';

const realNow = Date.now;
const today = new Date(realNow());
/** Difference in ms to noon on the 10th of next month, so that no test runs across midnight. */
const aheadMs = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 10, 12) - realNow();
Date.now = () => realNow() + aheadMs;
const running = await ownStack({ crashPoints: true });
afterAll(() => {
  Date.now = realNow;
});
afterEach(() => {
  globalThis.atCrashPoint = undefined;
});

const bankAccount = { accountIdentifier: '012180015500000008' };
const pair = { fiatCurrency: 'USD', blockchainSymbol: 'POL', tokenSymbol: 'USDC' };
const destinationWalletAddress = '0x52908400098527886E0F7030069857D2E4169EE7';

type Kind = 'on-ramp' | 'off-ramp' | 'cross-ramp';
type Body = Readonly<Record<string, unknown>>;
const targets: Record<Kind, Body> = {
  'on-ramp': { destinationWalletAddress },
  'off-ramp': { userBankInformation: bankAccount },
  'cross-ramp': { targetBankAccount: bankAccount },
};
/** Body of a creation by transaction type and paid amount. Amounts are in dollars, or in tokens with the same value. */
const amounts: Record<Kind, (paid: number) => Body> = {
  'on-ramp': (fiatAmount) => ({ ...pair, fiatAmount }),
  'off-ramp': (cryptoAmount) => ({ ...pair, fiatCurrency: 'MXN', cryptoAmount }),
  'cross-ramp': (sourceAmount) => ({ sourceCurrency: 'USD', targetCurrency: 'MXN', sourceAmount }),
};
const kinds: readonly Kind[] = ['on-ramp', 'off-ramp', 'cross-ramp'];

/** Creates a partner with limits, in US cents. */
async function partnerWith(limits: Maxima | undefined): Promise<ApiClient> {
  const partner = await running.newPartner();
  return changeLimits(partner, limits);
}

/** Changes the limits. Returns a client with a new API key, for which the new limits apply immediately. */
async function changeLimits({ partnerId }: ApiClient, limits: Maxima | undefined): Promise<ApiClient> {
  await setAgreement(partnerId, (all) => ({ ...all, limits }), { atMs: Date.now() });
  const { apiKey } = await issueKey({ partnerId, name: 'limited', stage: 'sandbox', atMs: Date.now() });
  return new ApiClient(running.baseUrl, apiKey, partnerId);
}

function order(partner: ApiClient, kind: Kind, userId: string, paid: number, key: string = randomUUID()) {
  const body = { userId, ...targets[kind], ...amounts[kind](paid) };
  return partner.post(`/${kind}`, body, { headers: { 'idempotency-key': key } });
}

/** Locks a quote. Returns a function that creates a transaction with this quote. */
async function quoted(
  partner: ApiClient,
  kind: Kind,
  userId: string,
  paid: number,
): Promise<() => Promise<ApiResponse>> {
  const types = { 'on-ramp': 'ON_RAMP', 'off-ramp': 'OFF_RAMP' } as const;
  const { status, body, text } =
    kind === 'cross-ramp'
      ? await partner.post('/cross-ramp/quotes', amounts[kind](paid))
      : await partner.post('/quotes', { ...amounts[kind](paid), transactionType: types[kind] });
  expect(status, text).toBe(201);
  return () => partner.create(`/${kind}`, { userId, ...targets[kind], quoteId: body.data.quoteId });
}

/** Returns the used and the remaining amount of each limit over time, by the name of the limit. */
async function limitsOf(partner: ApiClient, userId?: string): Promise<Record<string, [number, number]>> {
  const { body } = await partner.get(`/capabilities${userId === undefined ? '' : `?userId=${userId}`}`);
  const rows: { name: string; used: number; remaining: number }[] = body.data.limits;
  const overTime = rows.filter(({ name }) => name !== 'TRANSACTION');
  return Object.fromEntries(overTime.map(({ name, used, remaining }) => [name, [used, remaining]]));
}

const EXCEEDED = [400, 'LIMIT_EXCEEDED', 'Limit exceeded'];
const amountFields = { 'on-ramp': 'fiatAmount', 'off-ramp': 'cryptoAmount', 'cross-ramp': 'sourceAmount' };

describe('a limit', () => {
  it.each(kinds)('of a user in a day ends its creations of each kind: %s', async (kind) => {
    const partner = await partnerWith({ userDay: 12_000, userMonth: 100_000 });
    const [userId, other] = [await partner.verifiedUser(), await partner.verifiedUser()];
    expect((await order(partner, kind, userId, 50)).status).toBe(201);
    expect((await (await quoted(partner, kind, userId, 60.5))()).status).toBe(201);
    const refused = await order(partner, kind, userId, 10);
    expect(toProblem(refused)).toEqual(EXCEEDED);
    const midnight = new Date(Date.now() + 12 * 3_600_000).toISOString().slice(0, 10);
    expect(refused.body.errors).toEqual([
      {
        field: amountFields[kind],
        message: `Must be at most 9.50 USD, which is left until ${midnight}T00:00:00.000Z`,
        limit: 'USER_DAY',
      },
    ]);
    const byQuote = await quoted(partner, kind, userId, 10);
    expect((await byQuote()).body).toMatchObject({ code: 'LIMIT_EXCEEDED', errors: [{ field: 'quoteId' }] });
    expect(await limitsOf(partner, userId)).toEqual({ USER_DAY: [110.5, 9.5], USER_MONTH: [110.5, 889.5] });
    expect((await order(partner, kind, other, 50)).status).toBe(201);
    expect((await order(partner, kind, userId, 9.5)).status).toBe(201);
    // The rejected creation did not use the quote.
    expect((await (await changeLimits(partner, undefined)).get('/transactions')).body.data.total).toBe(4);
    expect((await byQuote()).body.code).toBe('LIMIT_EXCEEDED');
  });

  it('counts other currencies by their rate, rounded up, by either side', async () => {
    const partner = await partnerWith({ partnerDay: 1_000_000 });
    const userId = await partner.verifiedUser();
    const body = partner.crossRamp(userId, { sourceAmount: undefined, targetAmount: 100 });
    const { data } = (await partner.post('/cross-ramp', body)).body;
    const [used = 0] = (await limitsOf(partner)).PARTNER_DAY ?? [];
    expect(used).toBeGreaterThanOrEqual(data.sourceAmount / 18.49);
    expect(used).toBeLessThan(data.sourceAmount / 18.41 + 0.01);
  });

  it('of a partner adds up its users, and holds as soon as an operator changes it', async () => {
    const before = await partnerWith({ partnerDay: 10_000, partnerMonth: 15_000 });
    const users = [await before.verifiedUser(), await before.verifiedUser()] as const;
    expect((await order(before, 'on-ramp', users[0], 70)).status).toBe(201);
    const refused = await order(before, 'off-ramp', users[1], 30.01);
    expect(refused.body.errors).toMatchObject([{ field: 'cryptoAmount', limit: 'PARTNER_DAY' }]);
    const raised = await changeLimits(before, { partnerDay: 20_000, partnerMonth: 15_000 });
    const month = await order(raised, 'on-ramp', users[1], 80.01);
    expect(month.body.errors).toMatchObject([{ limit: 'PARTNER_MONTH' }]);
    expect((await order(raised, 'on-ramp', users[1], 30.01)).status).toBe(201);
    const lowered = await changeLimits(before, { partnerDay: 9_000, partnerMonth: 15_000 });
    expect(await limitsOf(lowered)).toEqual({ PARTNER_DAY: [100.01, 0], PARTNER_MONTH: [100.01, 49.99] });
    expect((await order(lowered, 'on-ramp', users[0], 1)).body.errors).toMatchObject([
      { message: expect.stringContaining('at most 0.00 USD'), limit: 'PARTNER_DAY' },
    ]);
  });

  it.each([
    ['of a user', { userDay: 10_000, userMonth: 10_000 }, 1],
    ['of a partner', { partnerDay: 10_000, partnerMonth: 10_000 }, 20],
    ['of both', { userDay: 2_500, partnerDay: 10_000 }, 5],
  ])('%s is exact when 20 creations come at once', async (_, limits, count) => {
    const partner = await partnerWith(limits);
    const users = await Promise.all(Array.from({ length: count }, () => partner.verifiedUser()));
    const send = async (index: number, key: string = randomUUID()): Promise<ApiResponse> => {
      const response = await order(partner, 'on-ramp', users[index % count] ?? '', 10 + (index % 2), key);
      // After a conflict (409) or an unknown result (503), sends the creation again with the same key.
      return response.status === 409 || response.status === 503 ? send(index, key) : response;
    };
    const responses = await Promise.all(Array.from({ length: 20 }, (_none, index) => send(index)));
    const created = responses.filter(({ status }) => status === 201);
    const sum = created.reduce((total, { body }) => total + body.data.fiatAmount, 0);
    for (const response of responses.filter(({ status }) => status !== 201))
      expect(toProblem(response)).toEqual(EXCEEDED);
    expect(sum).toBeLessThanOrEqual(100);
    // If only users or only partners have limits, the used amount is `sum`. Less than one transaction of 11 US dollars remains.
    const most = Math.max(...Object.values(await limitsOf(partner, users[0])).map(([used]) => used));
    if (count !== 5) expect([sum, sum > 89]).toEqual([most, true]);
  });
});

describe('what was counted', () => {
  it('is given back once where the transaction ends without a deposit', async () => {
    const partner = await partnerWith({ userDay: 20_000, partnerDay: 20_000, partnerMonth: 20_000 });
    const userId = await partner.verifiedUser();
    const whole = { USER_DAY: [200, 0], PARTNER_DAY: [200, 0], PARTNER_MONTH: [200, 0] };
    const { id: cancelled } = (await order(partner, 'on-ramp', userId, 120)).body.data;
    const { id: expired } = (await order(partner, 'cross-ramp', userId, 80)).body.data;
    expect(await limitsOf(partner, userId)).toEqual(whole);
    for (const _ of [1, 2]) await partner.put(`/transactions/${cancelled}/cancel`);
    for (const _ of [1, 2]) await partner.create(`/sandbox/transactions/${expired}/simulate`, { event: 'EXPIRE' });
    await partner.create(`/sandbox/transactions/${expired}/simulate`, { event: 'DEPOSIT_RECEIVED' });
    expect(await limitsOf(partner, userId)).toEqual({
      USER_DAY: [0, 200],
      PARTNER_DAY: [0, 200],
      PARTNER_MONTH: [0, 200],
    });
    expect((await order(partner, 'on-ramp', userId, 200)).status).toBe(201);
  });

  it('is as the transaction is when a creation crashes', async () => {
    const partner = await partnerWith({ userDay: 10_000, partnerDay: 10_000 });
    const userId = await partner.verifiedUser();
    const key = randomUUID();
    for (const [point, used] of [
      ['api.beforeTx', 0],
      ['api.afterTx', 60],
    ] as const) {
      globalThis.atCrashPoint = (name) => {
        if (name !== point) return;
        throw new Error(`Crash at ${point}`);
      };
      expect((await order(partner, 'on-ramp', userId, 60, key)).status).toBe(500);
      globalThis.atCrashPoint = undefined;
      expect(await limitsOf(partner, userId)).toMatchObject({ USER_DAY: [used, 100 - used] });
    }
    expect((await order(partner, 'on-ramp', userId, 60, key)).status).toBe(201);
    expect(await limitsOf(partner)).toEqual({ PARTNER_DAY: [60, 40] });
  });
});
