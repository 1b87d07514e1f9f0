import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setAgreement } from '#shared/data/partners';
import type { Agreement } from '#shared/domain/partners/partner';
import { type Answer, type ApiClient, until, usAccount } from '#test/support/api-client';
import { countItems } from '#test/support/table-census';
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

function search(fields: Body): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
}

const lock = (fields: Body, client = partner) => client.post('/quotes', { ...base, ...fields });
const rate = (fields: Body, client = partner) => client.get(`/quotes?${search({ ...base, ...fields })}`);

function refusal(answer: Answer): unknown[] {
  return [answer.status, answer.body.code, answer.body.message];
}

function fieldsOf(answer: Answer): string[] {
  return answer.body.errors.map(({ field }: { field: string }) => field).sort();
}

const INPUT = [400, 'INVALID_USER_INPUT_ERROR', 'Invalid User Input'];
const NO_CURRENCY = [400, 'BAD_REQUEST', 'Fiat currency is disabled or does not exist'];
const NO_PAIR = [400, 'BAD_REQUEST', 'This blockchain and token combination is disabled or does not exist'];

/** Changes what a partner agreed to, as an operator does. */
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
    ['a premium above the ceiling', { premiumSpread: 5.1 }, ['premiumSpread']],
    ['a negative premium', { premiumSpread: -0.01 }, ['premiumSpread']],
    ['five days', { forwardingDays: 5, fiatAmount: 60_000 }, ['forwardingDays']],
    ['half a day', { forwardingDays: 1.5, fiatAmount: 60_000 }, ['forwardingDays']],
    ['minus one day', { forwardingDays: -1, fiatAmount: 60_000 }, ['forwardingDays']],
    ['forwarding of a small order', { forwardingDays: 1 }, ['forwardingDays']],
    [
      'forwarding of dollars',
      { forwardingDays: 1, fiatCurrency: 'USD', fiatAmount: 60_000 },
      ['forwardingDays'],
    ],
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
      expect(refusal(answer), answer.text).toEqual(INPUT);
      expect(fieldsOf(answer)).toEqual(names);
    }
    expect(await countItems(running.stack)).toBe(before);
  });

  it('an amount as text is refused where it is locked', async () => {
    const answer = await lock({ fiatAmount: '1000' });
    expect(refusal(answer)).toEqual(INPUT);
    expect(fieldsOf(answer)).toEqual(['fiatAmount']);
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
    [
      'a leg with both',
      { ...base, transactionType: 'CROSS_RAMP', cryptoAmount: 50 },
      ['cryptoAmount', 'fiatAmount'],
    ],
    ['seven decimals of tokens', { ...offRamp, cryptoAmount: 1.0000001 }, ['cryptoAmount']],
  ])('%s is not locked', async (_what, body, names) => {
    const answer = await partner.post('/quotes', body);
    expect(refusal(answer), answer.text).toEqual(INPUT);
    expect(fieldsOf(answer)).toEqual(names);
  });

  it.each([
    ['both amounts', { cryptoAmount: 50 }],
    ['no amount', { fiatAmount: undefined }],
  ])('%s make no rate', async (_what, fields) => {
    for (const transactionType of ['ON_RAMP', 'OFF_RAMP', 'CROSS_RAMP']) {
      const answer = await rate({ ...fields, transactionType });
      expect(refusal(answer), answer.text).toEqual(INPUT);
      expect(fieldsOf(answer)).toEqual(['cryptoAmount', 'fiatAmount']);
    }
  });

  it('what is switched off for a partner is refused in the words of its kind', async () => {
    const other = await running.newPartner();
    await agree(other, { fiatCurrencies: ['MXN', 'USD'], tokenPairs: ['POL:USDC', 'BSC:USDT'] });
    for (const ask of [lock, rate]) {
      expect(refusal(await ask({ fiatCurrency: 'EUR' }, other))).toEqual(NO_CURRENCY);
      expect(refusal(await ask({ tokenSymbol: 'USDT' }, other))).toEqual(NO_PAIR);
      expect(refusal(await ask({ blockchainSymbol: 'SOL' }, other))).toEqual(NO_PAIR);
      // The currency is told before the pair.
      expect(refusal(await ask({ fiatCurrency: 'DOP', blockchainSymbol: 'SOL' }, other))).toEqual(
        NO_CURRENCY,
      );
      expect((await ask({}, other)).status).toBeLessThan(300);
    }
    const crossRamp = await other.post('/cross-ramp/quotes', {
      sourceCurrency: 'MXN',
      targetCurrency: 'EUR',
      sourceAmount: 1000,
    });
    expect(refusal(crossRamp)).toEqual([
      400,
      'BAD_REQUEST',
      'Requested fiat currency is invalid or inactive',
    ]);
  });

  it('amounts that come to nothing are out of range', async () => {
    expect(refusal(await lock({ ...offRamp, cryptoAmount: 0.000001 }))).toEqual([
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
    if (status === 400) for (const answer of answers) expect(refusal(answer)).toEqual(NO_PAIR);
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

  it('does not take a sandbox amount on the side that is received', async () => {
    expect((await rate({ fiatAmount: undefined, cryptoAmount: 1000.01 })).body.data.flow).toBe('REGULAR');
    expect((await rate({ ...offRamp, cryptoAmount: undefined, fiatAmount: 1000.01 })).body.data.flow).toBe(
      'REGULAR',
    );
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
  ])('of %s is the rate with an id and an end', async (_what, fields, shown) => {
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

  it('has the rate of its minute', async () => {
    // Two rates around the lock: the minute may turn in between, but not twice.
    const before = (await rate({})).body.data;
    const { quoteId: _id, expiresAt: _at, ...locked } = (await lock({})).body.data;
    const after = (await rate({})).body.data;
    expect([before, after]).toContainEqual(locked);
  });

  it('takes the amount that its kind needs when both come', async () => {
    const bought = (await lock({ cryptoAmount: 7 })).body.data;
    expect(bought.fiatAmount).toBe(1000);
    expect(bought.cryptoAmount).not.toBe(7);
    const sold = (await lock({ ...offRamp, fiatAmount: 7 })).body.data;
    expect(sold.cryptoAmount).toBe(50);
    expect(sold.fiatAmount).not.toBe(7);
  });

  it('is not held to the partner’s ranges', async () => {
    expect((await lock({ fiatAmount: 1 })).status).toBe(201);
    expect((await lock({ fiatAmount: 20_000_000 })).status).toBe(201);
  });

  it('is the same on its other path', async () => {
    const read = await partner.get(`/quote/rate?${search(base)}`);
    const locked = await partner.post('/quote', base);
    expect([read.status, locked.status]).toEqual([200, 201]);
    expect(Object.keys(read.body.data).sort()).toEqual(Object.keys((await rate({})).body.data).sort());
    expect(locked.body.data.quoteId).toBeDefined();
    expect(refusal(await partner.post('/quote', { ...base, fiatAmount: 0 }))).toEqual(INPUT);
  });

  it('costs more for a buyer and brings less for a seller, the more so with a premium', async () => {
    const rates: number[] = [];
    for (const fields of [{ ...offRamp, premiumSpread: 0.1 }, offRamp, {}, { premiumSpread: 0.1 }])
      rates.push((await rate(fields)).body.data.rate);
    expect(rates).toEqual([...rates].sort((a, b) => a - b));
    expect(new Set(rates).size).toBe(4);
  });
});

describe('a cross-ramp by a quote of this kind', () => {
  const create = (body: Body) =>
    partner.post('/cross-ramp', {
      userId: verified,
      targetCurrency: 'USD',
      targetBankAccount: usAccount,
      ...body,
    });
  const quoteOf = async (fields: Body): Promise<string> => (await lock(fields)).body.data.quoteId;

  it.each([
    ['an on-ramp', {}],
    ['an off-ramp', offRamp],
  ])('does not take one of %s', async (_what, fields) => {
    const quoteId = await quoteOf(fields);
    const wanted = [400, 'BAD_REQUEST', 'Provided quoteId is not a CROSS_RAMP quote'];
    expect(refusal(await create({ quoteId }))).toEqual(wanted);
    expect(refusal(await create({ quoteId, sourceCurrency: 'MXN', sourceAmount: 1000 }))).toEqual(wanted);
  });

  it('takes its fiat as the source and the target from the body', async () => {
    const quote = (await lock({ transactionType: 'CROSS_RAMP', fiatAmount: 5000, premiumSpread: 0.02 })).body
      .data;
    const made = await create({ quoteId: quote.quoteId, sourceAmount: 9, premiumSpread: 1 });
    expect(made.status, made.text).toBe(201);
    expect(made.body.data).toMatchObject({
      sourceCurrency: 'MXN',
      targetCurrency: 'USD',
      sourceAmount: 5000,
      premiumSpread: 0.02,
      fees: { fixedFee: 25 },
    });
    // A dollar coin is a dollar in the sandbox: the leg's rate is the whole rate.
    expect(made.body.data.exchangeRate).toBeCloseTo(1 / quote.rate, 9);
    expect(made.body.data.targetAmount).toBe(Math.floor(((5000 - 25) / quote.rate) * 100) / 100);
    expect(refusal(await create({ quoteId: quote.quoteId }))).toEqual([
      400,
      'BAD_REQUEST',
      'Quote has already been used',
    ]);
  });

  it('needs a target, and the source that was locked', async () => {
    const quoteId = await quoteOf({ transactionType: 'CROSS_RAMP', fiatAmount: 5000 });
    const without = await create({ quoteId, targetCurrency: undefined });
    expect(refusal(without)).toEqual(INPUT);
    expect(fieldsOf(without)).toEqual(['targetCurrency']);
    expect(refusal(await create({ quoteId, sourceCurrency: 'EUR' }))).toEqual([
      400,
      'BAD_REQUEST',
      'Quote currency mismatch: expected MXN, got EUR',
    ]);
    const same = await create({
      quoteId,
      targetCurrency: 'MXN',
      targetBankAccount: { accountIdentifier: '646180110400000007' },
    });
    expect(refusal(same)).toEqual([400, 'BAD_REQUEST', 'Source and target currencies must differ']);
  });

  it('runs a sandbox amount that was locked as fiat, and holds others to the ranges', async () => {
    const quoteId = await quoteOf({ transactionType: 'CROSS_RAMP', fiatAmount: 2000.01 });
    const { id } = (await create({ quoteId })).body.data;
    await until(async () => (await partner.get(`/transactions/${id}`)).body.data.status === 'COMPLETED');
    const small = await create({ quoteId: await quoteOf({ transactionType: 'CROSS_RAMP', fiatAmount: 9 }) });
    expect(refusal(small)[1]).toBe('INVALID_FIAT_AMOUNT_ERROR');
  });

  it('does not see another partner’s', async () => {
    const stranger = await running.newPartner();
    const quoteId = (await lock({ transactionType: 'CROSS_RAMP' }, stranger)).body.data.quoteId;
    expect(refusal(await create({ quoteId }))).toEqual([400, 'BAD_REQUEST', 'Quote not found']);
    expect(refusal(await create({ quoteId: randomUUID() }))).toEqual([400, 'BAD_REQUEST', 'Quote not found']);
  });

  it('takes one just once, whoever is first', async () => {
    const quoteId = await quoteOf({ transactionType: 'CROSS_RAMP', fiatAmount: 5000 });
    const answers = await Promise.all(Array.from({ length: 50 }, () => create({ quoteId })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(refusal(answer)).toEqual([400, 'BAD_REQUEST', 'Quote has already been used']);
    }
  });
});

describe('capabilities', () => {
  it('are the partner’s own, with a tag that changes with them', async () => {
    const other = await running.newPartner();
    const first = await other.get('/capabilities');
    expect(first.status, first.text).toBe(200);
    expect(first.body.data).toMatchObject({
      environment: 'sandbox',
      fiatCurrencies: ['MXN', 'DOP', 'USD', 'EUR'],
      quoteLifeSeconds: 60,
      maxPremiumSpread: 5,
    });
    expect(first.body.data.tokenPairs).toHaveLength(8);
    expect(first.body.data.corridors).toHaveLength(12);
    expect(
      first.body.data.destinations.flatMap(({ countries }: { countries: string[] }) => countries),
    ).toHaveLength(41);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]+"$/);

    for (const held of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const second = await other.get('/capabilities', { headers: { 'if-none-match': held } });
      expect([second.status, second.text, second.headers.get('etag')]).toEqual([304, '', etag]);
      expect(second.headers.get('x-request-id')).toBeTruthy();
    }
    expect((await other.get('/capabilities', { headers: { 'if-none-match': '"other"' } })).status).toBe(200);

    const limited = await running.newPartner();
    await agree(limited, { fiatCurrencies: ['MXN', 'USD'], tokenPairs: ['POL:USDC'], quoteTtlS: 120 });
    const changed = await limited.get('/capabilities', { headers: { 'if-none-match': etag } });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(etag);
    expect(changed.body.data).toMatchObject({ fiatCurrencies: ['MXN', 'USD'], quoteLifeSeconds: 120 });
    expect(changed.body.data.tokenPairs).toEqual([
      { blockchainSymbol: 'POL', tokenSymbol: 'USDC', stablecoin: true, aboveMxn: null },
    ]);
    expect(changed.body.data.corridors).toHaveLength(2);
    expect(changed.body.data.thresholds.map(({ currency }: { currency: string }) => currency)).toEqual([
      'MXN',
      'USD',
      'USDC',
      'USDT',
    ]);
  });
});

describe('the settlement calendar', () => {
  const days = (query: string) => partner.get(`/settlement-calendar?${query}`);

  it('says of each day whether and why not', async () => {
    const { body } = await days('country=MX&from=2026-12-11&to=2026-12-14');
    expect(body.data).toEqual({
      country: 'MX',
      timeZone: 'America/Mexico_City',
      cutOff: '18:00',
      days: [
        { date: '2026-12-11', businessDay: true, reason: null },
        { date: '2026-12-12', businessDay: false, reason: 'Day of the Virgin of Guadalupe' },
        { date: '2026-12-13', businessDay: false, reason: 'Weekend' },
        { date: '2026-12-14', businessDay: true, reason: null },
      ],
    });
  });

  it('begins today and holds a month unless told otherwise', async () => {
    expect((await days('country=MX')).body.data.days).toHaveLength(31);
    expect((await days('country=MX&from=2028-01-01&to=2028-12-31')).body.data.days).toHaveLength(366);
  });

  it.each([
    ['country=US&from=2026-01-01&to=2026-01-02', ['country']],
    ['from=2026-01-01&to=2026-01-02', ['country']],
    ['country=MX&from=2026-02-30&to=2026-03-02', ['from']],
    ['country=MX&from=soon&to=later', ['from', 'to']],
    ['country=MX&from=2026-03-02&to=2026-03-01', ['to']],
    ['country=MX&from=2026-01-01&to=2027-01-02', ['to']],
  ])('%s is refused by field', async (query, names) => {
    const answer = await days(query);
    expect(refusal(answer)).toEqual(INPUT);
    expect(fieldsOf(answer)).toEqual(names);
  });
});
