import { beforeAll, describe, expect, it } from 'vitest';
import { type Answer, toFields, toProblem, until, usAccount } from '#local/partner/api-client';
import { findTransaction } from '#shared/transactions/repository';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

const running = await sharedStack();
const partner = await running.newPartner();

type Body = Readonly<Record<string, unknown>>;

const base = {
  transactionType: 'ON_RAMP',
  fiatCurrency: 'MXN',
  tokenSymbol: 'USDC',
  blockchainSymbol: 'POL',
  fiatAmount: 1000,
} as const;
const offRamp = { ...base, transactionType: 'OFF_RAMP', fiatAmount: undefined, cryptoAmount: 50 };

function search(fields: Body): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString();
}

const lock = (fields: Body, client = partner) => client.post('/quotes', { ...base, ...fields });
const rate = (fields: Body, client = partner) => client.get(`/quotes?${search({ ...base, ...fields })}`);

const INPUT = [400, 'INVALID_USER_INPUT_ERROR', 'Invalid User Input'];

describe('a quote', () => {
  it.each([
    ...['1000', '1000.50', '1e3', '1E+3', '10000e-1', '1e-7', '1e12', '1e999', '-1', '-0', '0'],
    ...['01000', '.5', '5.', '+5', '0x10', 'NaN', '1 000', '1_000', ''],
  ])('has the amount "%s" in a query as in a body', async (text) => {
    const raw = JSON.stringify({ ...base, fiatAmount: '@' }).replace('"@"', text);
    const locked = await partner.post('/quotes', undefined, { raw });
    const read = await rate({ fiatAmount: text });
    expect(locked.status === 201 ? 200 : locked.status).toBe(read.status);
    expect(locked.body.data?.fiatAmount).toBe(read.body.data?.fiatAmount);
    const errors = locked.body.errors?.map(({ field }: { field: string }) => field);
    // An invalid number makes the whole body invalid JSON.
    expect(errors === undefined || errors.includes('body') || errors.includes('fiatAmount')).toBe(true);
    if (read.status === 400) expect(toFields(read)).toEqual(['fiatAmount']);
  });

  it('is not checked against the partner’s ranges', async () => {
    expect((await lock({ fiatAmount: 1 })).status).toBe(201);
    expect((await lock({ fiatAmount: 20_000_000 })).status).toBe(201);
    expect((await rate({ fiatAmount: 999_999_999_999.99 })).status).toBe(200);
  });

  it('is the same on its other path', async () => {
    const read = await partner.get(`/quote/rate?${search(base)}`);
    const locked = await partner.post('/quote', base);
    expect([read.status, locked.status]).toEqual([200, 201]);
    expect(Object.keys(read.body.data).sort()).toEqual(Object.keys((await rate({})).body.data).sort());
    expect(locked.body.data.quoteId).toBeDefined();
    expect(toProblem(await partner.post('/quote', { ...base, fiatAmount: 0 }))).toEqual(INPUT);
  });
});

const crossRampQuote = { sourceCurrency: 'MXN', targetCurrency: 'USD', sourceAmount: 1500 };

describe('a quote read by its id', () => {
  it('is what was locked, and names the transaction that used it', async () => {
    const userId = await partner.verifiedUser();
    const locks: [string, Answer, (quoteId: string) => Promise<Answer>][] = [
      [
        '/quotes',
        await lock({}),
        (quoteId) =>
          partner.post('/on-ramp', {
            userId,
            quoteId,
            destinationWalletAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
          }),
      ],
      [
        '/quotes',
        await lock({ transactionType: 'CROSS_RAMP' }),
        (quoteId) => partner.post('/cross-ramp', partner.crossRamp(userId, { quoteId, sourceAmount: undefined })),
      ],
      [
        '/cross-ramp/quotes',
        await partner.post('/cross-ramp/quotes', crossRampQuote),
        (quoteId) => partner.post('/cross-ramp', partner.crossRamp(userId, { quoteId, sourceAmount: undefined })),
      ],
    ];
    for (const [path, locked, create] of locks) {
      const { quoteId } = locked.body.data;
      const unused = await partner.get(`${path}/${quoteId}`);
      expect([unused.status, unused.body.data]).toEqual([200, { ...locked.body.data, usedBy: null }]);
      const created = await create(quoteId);
      expect(created.status, created.text).toBe(201);
      const { id } = created.body.data;
      const used = await partner.get(`${path}/${quoteId.toUpperCase()}`);
      expect([used.status, used.body.data]).toEqual([200, { ...locked.body.data, usedBy: id }]);
      expect((await partner.get(`/transactions/${id}`)).body.data.quoteId).toBe(quoteId);
    }
  });
});

describe('a cross-ramp by a quote of its first leg', () => {
  let userId: string;
  beforeAll(async () => {
    userId = await partner.verifiedUser();
  });
  const create = (quoteId: string) =>
    partner.post('/cross-ramp', { userId, quoteId, targetCurrency: 'USD', targetBankAccount: usAccount });
  const lockLeg = async (fiatAmount: number): Promise<string> =>
    (await lock({ transactionType: 'CROSS_RAMP', fiatAmount })).body.data.quoteId;

  it('runs a sandbox amount that was locked as fiat, and checks others against the ranges', async () => {
    const quoteId = await lockLeg(2000.01);
    const { id } = (await create(quoteId)).body.data;
    await until(async () => (await findTransaction(id))?.status === 'COMPLETED');
    const small = await create(await lockLeg(9));
    expect(toProblem(small)[1]).toBe('INVALID_FIAT_AMOUNT_ERROR');
  });

  it('uses one once, for the first request', async () => {
    const quoteId = await lockLeg(5000);
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(quoteId)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(toProblem(answer)).toEqual([400, 'BAD_REQUEST', 'Quote has already been used']);
    }
  });
});

describe('a premium above the ceiling of production', () => {
  const warnings = [
    {
      field: 'premiumSpread',
      code: 'PREMIUM_SPREAD_ABOVE_PRODUCTION_CEILING',
      message: expect.stringContaining('0.1'),
    },
  ];

  it('is accepted with a warning, in rates, quotes, creations and their transactions', async () => {
    const userId = await partner.verifiedUser();
    const [locked, crossed] = [
      await lock({ premiumSpread: 2 }),
      await partner.post('/cross-ramp/quotes', { ...crossRampQuote, premiumSpread: 0.100001 }),
    ];
    const created = [
      await partner.post('/on-ramp', {
        userId,
        quoteId: locked.body.data.quoteId,
        destinationWalletAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
      }),
      await partner.post(
        '/cross-ramp',
        partner.crossRamp(userId, { quoteId: crossed.body.data.quoteId, sourceAmount: undefined }),
      ),
      await partner.post('/cross-ramp', partner.crossRamp(userId, { sourceAmount: 1500, premiumSpread: 5 })),
    ];
    const rates = [
      await rate({ premiumSpread: 0.11 }),
      await partner.get(`/cross-ramp/quotes?${search({ ...crossRampQuote, premiumSpread: 0.2 })}`),
    ];
    const read = await Promise.all(created.map(({ body }) => partner.get(`/transactions/${body.data.id}`)));
    for (const answer of [locked, crossed, ...created, ...rates, ...read]) {
      expect(answer.status, answer.text).toBeLessThan(300);
      expect(answer.body.data.warnings, answer.text).toEqual(warnings);
    }
  });

  it('has no warning up to that ceiling', async () => {
    for (const premiumSpread of [undefined, 0, 0.1])
      expect((await lock({ premiumSpread })).body.data.warnings).toEqual([]);
  });
});

it('shows the smallest amounts and rates as plain decimals', async () => {
  const answers = [
    await rate({ fiatAmount: 0.01, premiumSpread: 5 }),
    await rate({ ...offRamp, cryptoAmount: 0.01, premiumSpread: 5 }),
    await rate({ fiatAmount: undefined, cryptoAmount: 0.001 }),
    await lock({ fiatAmount: 0.01, premiumSpread: 0.000001 }),
    await lock({ fiatCurrency: 'USD', fiatAmount: 0.01, premiumSpread: 0.000001 }),
    await partner.get(
      `/cross-ramp/quotes?${search({ sourceCurrency: 'DOP', targetCurrency: 'EUR', targetAmount: 0.01, premiumSpread: 5 })}`,
    ),
  ];
  for (const answer of answers) {
    expect(answer.status, answer.text).toBeLessThan(300);
    expect(answer.text).not.toMatch(/:-?[\d.]+e/i);
  }
});
