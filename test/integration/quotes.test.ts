import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type ApiClient, toFields, toProblem } from '#local/partner/api-client';
import type { Agreement } from '#shared/partners/domain/partner';
import { setAgreement } from '#shared/partners/repository';
import { countItems } from '#test/support/table-census';
import { startTestStack, type TestStack } from '#test/support/test-stack';

let running: TestStack;
let partner: ApiClient;

beforeAll(async () => {
  running = await startTestStack();
  partner = await running.newPartner();
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

function search(fields: Body): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString();
}

const lock = (fields: Body, client = partner) => client.post('/quotes', { ...base, ...fields });
const rate = (fields: Body, client = partner) => client.get(`/quotes?${search({ ...base, ...fields })}`);

const INPUT = [400, 'INVALID_USER_INPUT_ERROR', 'Invalid User Input'];
const NO_CURRENCY = [400, 'BAD_REQUEST', 'Fiat currency is disabled or does not exist'];
const NO_PAIR = [400, 'BAD_REQUEST', 'This blockchain and token combination is disabled or does not exist'];

/** Changes a partner's limits, as an operator does. */
async function agree({ partnerId }: ApiClient, changes: Partial<Agreement>): Promise<void> {
  await setAgreement(partnerId, (current) => ({ ...current, ...changes }), { atMs: Date.now() });
}

describe('the errors of quotes', () => {
  const inputs: [string, Body, string[]][] = [
    ['a type that is none', { transactionType: 'SWAP' }, ['transactionType']],
    ['no type', { transactionType: undefined }, ['transactionType']],
    ['a currency that is none', { fiatCurrency: 'BRL' }, ['fiatCurrency']],
    ['a token that is none', { tokenSymbol: 'BTC' }, ['tokenSymbol']],
    ['a chain that is none', { blockchainSymbol: 'TRX' }, ['blockchainSymbol']],
    [
      'no token and no chain',
      { tokenSymbol: undefined, blockchainSymbol: undefined },
      ['blockchainSymbol', 'tokenSymbol'],
    ],
    ['a country that is none', { country: 'BR' }, ['country']],
    ['Hong Kong, which quotes do not list', { country: 'HK' }, ['country']],
    ['a rail that is none', { rail: 'TRAIN' }, ['rail']],
    ['an amount of zero', { fiatAmount: 0 }, ['fiatAmount']],
    ['a negative amount', { fiatAmount: -5 }, ['fiatAmount']],
    ['three decimals of pesos', { fiatAmount: 10.001 }, ['fiatAmount']],
    ['a million millions of pesos', { fiatAmount: 1e12 }, ['fiatAmount']],
    ['more than there is of anything', { fiatAmount: 1e300 }, ['fiatAmount']],
    ['a premium above the ceiling', { premiumSpread: 5.1 }, ['premiumSpread']],
    ['a premium of seven decimals', { premiumSpread: 0.0000001 }, ['premiumSpread']],
    ['a premium that no decimal is', { premiumSpread: 0.1 + 0.2 }, ['premiumSpread']],
    ['a negative premium', { premiumSpread: -0.01 }, ['premiumSpread']],
    ['five days', { forwardingDays: 5, fiatAmount: 60_000 }, ['forwardingDays']],
    ['half a day', { forwardingDays: 1.5, fiatAmount: 60_000 }, ['forwardingDays']],
    ['minus one day', { forwardingDays: -1, fiatAmount: 60_000 }, ['forwardingDays']],
    ['forwarding of a small order', { forwardingDays: 1 }, ['forwardingDays']],
    ['forwarding of dollars', { forwardingDays: 1, fiatCurrency: 'USD', fiatAmount: 60_000 }, ['forwardingDays']],
    [
      'forwarding of a leg',
      { forwardingDays: 1, transactionType: 'CROSS_RAMP', fiatAmount: 60_000 },
      ['forwardingDays'],
    ],
  ];

  it.each(inputs)('%s is refused by field, locked or not', async (_what, fields, names) => {
    const before = await countItems(running.stack);
    const answers = [await lock(fields), await rate(fields)];
    for (const answer of answers) {
      expect(toProblem(answer), answer.text).toEqual(INPUT);
      expect(toFields(answer)).toEqual(names);
    }
    expect(await countItems(running.stack)).toBe(before);
  });

  it('an amount as text is refused where it is locked', async () => {
    const answer = await lock({ fiatAmount: '1000' });
    expect(toProblem(answer)).toEqual(INPUT);
    expect(toFields(answer)).toEqual(['fiatAmount']);
  });

  it.each([
    ['an on-ramp without fiat', { ...base, fiatAmount: undefined }, ['fiatAmount']],
    ['an on-ramp by tokens', { ...base, fiatAmount: undefined, cryptoAmount: 50 }, ['fiatAmount']],
    ['an off-ramp without tokens', { ...offRamp, cryptoAmount: undefined }, ['cryptoAmount']],
    ['an off-ramp by fiat', { ...offRamp, cryptoAmount: undefined, fiatAmount: 1000 }, ['cryptoAmount']],
    [
      'a leg without an amount',
      { ...base, transactionType: 'CROSS_RAMP', fiatAmount: undefined },
      ['cryptoAmount', 'fiatAmount'],
    ],
    ['a leg with both', { ...base, transactionType: 'CROSS_RAMP', cryptoAmount: 50 }, ['cryptoAmount', 'fiatAmount']],
    ['seven decimals of tokens', { ...offRamp, cryptoAmount: 1.0000001 }, ['cryptoAmount']],
    ['a million millions of tokens', { ...offRamp, cryptoAmount: 1e12 }, ['cryptoAmount']],
    ['a leg of more than there is', { ...base, transactionType: 'CROSS_RAMP', fiatAmount: 1e300 }, ['fiatAmount']],
  ])('%s is not locked', async (_what, body, names) => {
    const answer = await partner.post('/quotes', body);
    expect(toProblem(answer), answer.text).toEqual(INPUT);
    expect(toFields(answer)).toEqual(names);
  });

  it.each([
    ['both amounts', { cryptoAmount: 50 }],
    ['no amount', { fiatAmount: undefined }],
  ])('%s give no rate', async (_what, fields) => {
    for (const transactionType of ['ON_RAMP', 'OFF_RAMP', 'CROSS_RAMP']) {
      const answer = await rate({ ...fields, transactionType });
      expect(toProblem(answer), answer.text).toEqual(INPUT);
      expect(toFields(answer)).toEqual(['cryptoAmount', 'fiatAmount']);
    }
  });

  it('what is disabled for a partner is refused with the message of its kind', async () => {
    const other = await running.newPartner();
    await agree(other, { fiatCurrencies: ['MXN', 'USD'], tokenPairs: ['POL:USDC', 'BSC:USDT'] });
    for (const ask of [lock, rate]) {
      expect(toProblem(await ask({ fiatCurrency: 'EUR' }, other))).toEqual(NO_CURRENCY);
      expect(toProblem(await ask({ tokenSymbol: 'USDT' }, other))).toEqual(NO_PAIR);
      expect(toProblem(await ask({ blockchainSymbol: 'SOL' }, other))).toEqual(NO_PAIR);
      // An unknown currency is reported before an unknown pair.
      expect(toProblem(await ask({ fiatCurrency: 'DOP', blockchainSymbol: 'SOL' }, other))).toEqual(NO_CURRENCY);
      expect((await ask({}, other)).status).toBeLessThan(300);
    }
    const crossRamp = await other.post('/cross-ramp/quotes', {
      sourceCurrency: 'MXN',
      targetCurrency: 'EUR',
      sourceAmount: 1000,
    });
    expect(toProblem(crossRamp)).toEqual([400, 'BAD_REQUEST', 'Requested fiat currency is invalid or inactive']);
  });

  it('amounts that round to zero are out of range', async () => {
    expect(toProblem(await lock({ ...offRamp, cryptoAmount: 0.000001 }))).toEqual([
      400,
      'INVALID_TOKEN_AMOUNT_ERROR',
      'Token amount is outside of the allowed range for OFF_RAMP: min 1, max 500000 USDC',
    ]);
  });
});

describe('BSC', () => {
  it.each([
    ['at 50,000 pesos', { fiatAmount: 50_000 }, 400],
    ['a cent above', { fiatAmount: 50_000.01 }, 201],
    ['a little in dollars', { fiatCurrency: 'USD', fiatAmount: 2000 }, 400],
    ['enough in dollars', { fiatCurrency: 'USD', fiatAmount: 3000 }, 201],
    ['a sandbox amount', { fiatAmount: 1000.01 }, 400],
    ['few tokens', { ...offRamp, cryptoAmount: 2000 }, 400],
    ['many tokens', { ...offRamp, cryptoAmount: 3000 }, 201],
    ['a small leg', { transactionType: 'CROSS_RAMP', fiatAmount: 50_000 }, 400],
  ])('of %s', async (_what, fields, status) => {
    const answers = [
      await lock({ ...fields, blockchainSymbol: 'BSC' }),
      await rate({ ...fields, blockchainSymbol: 'BSC' }),
    ];
    expect(answers.map((answer) => answer.status)).toEqual(status === 201 ? [201, 200] : [400, 400]);
    if (status === 400) for (const answer of answers) expect(toProblem(answer)).toEqual(NO_PAIR);
  });
});

describe('the flow', () => {
  it.each([
    ['50,000 pesos', { fiatAmount: 50_000 }, 'REGULAR'],
    ['a cent above', { fiatAmount: 50_000.01 }, 'OTC'],
    ['many dollars', { fiatCurrency: 'USD', fiatAmount: 100_000 }, 'REGULAR'],
    ['a sandbox amount', { fiatAmount: 10.01 }, 'REGULAR'],
    ['a sandbox amount over the counter', { fiatAmount: 1000.02 }, 'OTC'],
    ['the same in euro', { fiatCurrency: 'EUR', fiatAmount: 1000.03 }, 'OTC'],
    ['an off-ramp by a sandbox amount', { ...offRamp, cryptoAmount: 1000.01 }, 'OTC'],
    ['an off-ramp of much', { ...offRamp, cryptoAmount: 5000 }, 'OTC'],
    ['an off-ramp of little', { ...offRamp, cryptoAmount: 500 }, 'REGULAR'],
    ['a leg', { transactionType: 'CROSS_RAMP', fiatAmount: 100 }, 'OTC'],
  ])('of %s', async (_what, fields, flow) => {
    expect((await lock(fields)).body.data.flow).toBe(flow);
    expect((await rate(fields)).body.data.flow).toBe(flow);
  });

  it('does not treat a received amount as a sandbox amount', async () => {
    expect((await rate({ fiatAmount: undefined, cryptoAmount: 1000.01 })).body.data.flow).toBe('REGULAR');
    expect((await rate({ ...offRamp, cryptoAmount: undefined, fiatAmount: 1000.01 })).body.data.flow).toBe('REGULAR');
  });
});

describe('a quote', () => {
  it.each([
    ['an on-ramp', {}, { transactionType: 'ON_RAMP', fiatAmount: 1000 }],
    ['an off-ramp', offRamp, { transactionType: 'OFF_RAMP', cryptoAmount: 50 }],
    ['a leg by fiat', { transactionType: 'CROSS_RAMP' }, { transactionType: 'CROSS_RAMP', fiatAmount: 1000 }],
    [
      'a leg by tokens',
      { transactionType: 'CROSS_RAMP', fiatAmount: undefined, cryptoAmount: 50 },
      { transactionType: 'CROSS_RAMP', cryptoAmount: 50 },
    ],
  ])('of %s is the rate with an id and an expiry', async (_what, fields, shown) => {
    const locked = await lock({ ...fields, premiumSpread: 0.01, country: 'CN', rail: 'SWIFT' });
    expect(locked.status, locked.text).toBe(201);
    const { quoteId, expiresAt, ...price } = locked.body.data;
    expect(quoteId).toMatch(/^[0-9a-f-]{36}$/);
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(30_000);
    expect(price).toMatchObject({
      ...shown,
      fiatCurrency: 'MXN',
      tokenSymbol: 'USDC',
      blockchainSymbol: 'POL',
      premiumSpread: 0.01,
      spread: 0.005,
      forwardingDays: 0,
      effectiveForwardingDays: 0,
    });
    const read = await rate({ ...fields, premiumSpread: 0.01 });
    expect(read.status, read.text).toBe(200);
    expect(Object.keys(read.body.data).sort()).toEqual(Object.keys(price).sort());
  });

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

  it('shows its smallest numbers as plain decimals', async () => {
    const smallest = { ...offRamp, cryptoAmount: 1, premiumSpread: 0.000001 };
    for (const answer of [await lock(smallest), await rate(smallest)]) {
      expect(answer.text).toContain('"premiumSpread":0.000001,');
      expect(answer.text).not.toMatch(/:-?[0-9.]+[eE]/);
    }
  });

  it('has the rate of its minute', async () => {
    // Two rates around the lock: a new minute may begin in between, but only once.
    const before = (await rate({})).body.data;
    const { quoteId: _id, expiresAt: _at, ...locked } = (await lock({})).body.data;
    const after = (await rate({})).body.data;
    expect([before, after]).toContainEqual(locked);
  });

  it('uses the amount that its kind needs when both are sent', async () => {
    const bought = (await lock({ cryptoAmount: 7 })).body.data;
    expect(bought.fiatAmount).toBe(1000);
    expect(bought.cryptoAmount).not.toBe(7);
    const sold = (await lock({ ...offRamp, fiatAmount: 7 })).body.data;
    expect(sold.cryptoAmount).toBe(50);
    expect(sold.fiatAmount).not.toBe(7);
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

  it('costs a buyer more and pays a seller less, and more so with a premium', async () => {
    const rates: number[] = [];
    for (const fields of [{ ...offRamp, premiumSpread: 0.1 }, offRamp, {}, { premiumSpread: 0.1 }])
      rates.push((await rate(fields)).body.data.rate);
    expect(rates).toEqual([...rates].sort((a, b) => a - b));
    expect(new Set(rates).size).toBe(4);
  });
});

const crossRampQuote = { sourceCurrency: 'MXN', targetCurrency: 'USD', sourceAmount: 1500 };

describe('a quote read by its id', () => {
  const UNKNOWN = [404, 'QUOTE_NOT_FOUND', 'Quote not found'];

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

  it("is unknown on the other kind's path, to other partners, and by an invalid id", async () => {
    const { quoteId } = (await lock({})).body.data;
    const { quoteId: crossed } = (await partner.post('/cross-ramp/quotes', crossRampQuote)).body.data;
    const stranger = await running.newPartner('Stranger');
    for (const answer of [
      await partner.get(`/cross-ramp/quotes/${quoteId}`),
      await partner.get(`/quotes/${crossed}`),
      await stranger.get(`/quotes/${quoteId}`),
      await stranger.get(`/cross-ramp/quotes/${crossed}`),
      await partner.get('/quotes/nope'),
      await partner.get('/cross-ramp/quotes/nope'),
      await partner.get('/quotes/00000000-0000-0000-0000-000000000000'),
    ])
      expect(toProblem(answer), answer.text).toEqual(UNKNOWN);
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
