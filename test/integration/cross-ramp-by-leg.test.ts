import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, toFields, toProblem, until, usAccount } from '#local/partner/api-client';
import { startTestStack, type TestStack } from '#test/support/test-stack';

let running: TestStack;
let partner: ApiClient;
let verified: string;

beforeAll(async () => {
  running = await startTestStack();
  partner = await running.newPartner();
  verified = await partner.verifiedUser();
});
afterAll(() => running?.stop());

type Body = Readonly<Record<string, unknown>>;

const base = {
  transactionType: 'ON_RAMP',
  fiatCurrency: 'MXN',
  tokenSymbol: 'USDC',
  blockchainSymbol: 'POL',
  fiatAmount: 1000,
} as const;
const offRamp = { ...base, transactionType: 'OFF_RAMP', fiatAmount: undefined, cryptoAmount: 50 };

const lock = (fields: Body, client = partner) => client.post('/quotes', { ...base, ...fields });

const INPUT = [400, 'INVALID_USER_INPUT_ERROR', 'Invalid User Input'];

describe('a cross-ramp by a quote of this kind', () => {
  const create = (body: Body) =>
    partner.post('/cross-ramp', {
      userId: verified,
      targetCurrency: 'USD',
      targetBankAccount: usAccount,
      ...body,
    });
  const lockQuote = async (fields: Body): Promise<string> => (await lock(fields)).body.data.quoteId;

  it.each([
    ['an on-ramp', {}],
    ['an off-ramp', offRamp],
  ])('does not accept one of %s', async (_what, fields) => {
    const quoteId = await lockQuote(fields);
    const wanted = [400, 'BAD_REQUEST', 'Provided quoteId is not a CROSS_RAMP quote'];
    expect(toProblem(await create({ quoteId }))).toEqual(wanted);
    expect(toProblem(await create({ quoteId, sourceCurrency: 'MXN', sourceAmount: 1000 }))).toEqual(wanted);
  });

  it('uses its fiat as the source, and the target from the body', async () => {
    const quote = (await lock({ transactionType: 'CROSS_RAMP', fiatAmount: 5000, premiumSpread: 0.02 })).body.data;
    const made = await create({ quoteId: quote.quoteId, sourceAmount: 9, premiumSpread: 1 });
    expect(made.status, made.text).toBe(201);
    expect(made.body.data).toMatchObject({
      sourceCurrency: 'MXN',
      targetCurrency: 'USD',
      sourceAmount: 5000,
      premiumSpread: 0.02,
      fees: { fixedFee: 25 },
    });
    // A dollar stablecoin is worth a dollar in the sandbox: the leg's rate is the whole rate.
    expect(made.body.data.exchangeRate).toBeCloseTo(1 / quote.rate, 9);
    expect(made.body.data.targetAmount).toBe(Math.floor(((5000 - 25) / quote.rate) * 100) / 100);
    expect(toProblem(await create({ quoteId: quote.quoteId }))).toEqual([
      400,
      'BAD_REQUEST',
      'Quote has already been used',
    ]);
  });

  it('needs a target, and the source that was locked', async () => {
    const quoteId = await lockQuote({ transactionType: 'CROSS_RAMP', fiatAmount: 5000 });
    const without = await create({ quoteId, targetCurrency: undefined });
    expect(toProblem(without)).toEqual(INPUT);
    expect(toFields(without)).toEqual(['targetCurrency']);
    expect(toProblem(await create({ quoteId, sourceCurrency: 'EUR' }))).toEqual([
      400,
      'BAD_REQUEST',
      'Quote currency mismatch: expected MXN, got EUR',
    ]);
    const same = await create({
      quoteId,
      targetCurrency: 'MXN',
      targetBankAccount: { accountIdentifier: '646180110400000007' },
    });
    expect(toProblem(same)).toEqual([400, 'BAD_REQUEST', 'Source and target currencies must differ']);
  });

  it('runs a sandbox amount that was locked as fiat, and checks others against the ranges', async () => {
    const quoteId = await lockQuote({ transactionType: 'CROSS_RAMP', fiatAmount: 2000.01 });
    const { id } = (await create({ quoteId })).body.data;
    await until(async () => (await partner.get(`/transactions/${id}`)).body.data.status === 'COMPLETED');
    const small = await create({
      quoteId: await lockQuote({ transactionType: 'CROSS_RAMP', fiatAmount: 9 }),
    });
    expect(toProblem(small)[1]).toBe('INVALID_FIAT_AMOUNT_ERROR');
  });

  it('does not see another partner’s', async () => {
    const stranger = await running.newPartner();
    const quoteId = (await lock({ transactionType: 'CROSS_RAMP' }, stranger)).body.data.quoteId;
    expect(toProblem(await create({ quoteId }))).toEqual([400, 'BAD_REQUEST', 'Quote not found']);
    expect(toProblem(await create({ quoteId: randomUUID() }))).toEqual([400, 'BAD_REQUEST', 'Quote not found']);
  });

  it('uses one once, for the first request', async () => {
    const quoteId = await lockQuote({ transactionType: 'CROSS_RAMP', fiatAmount: 5000 });
    const answers = await Promise.all(Array.from({ length: 50 }, () => create({ quoteId })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(toProblem(answer)).toEqual([400, 'BAD_REQUEST', 'Quote has already been used']);
    }
  });
});
