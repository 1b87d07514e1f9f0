import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, toFields, toProblem } from '#local/partner/api-client';
import type { Agreement } from '#shared/partners/domain/partner';
import { setAgreement } from '#shared/partners/repository';
import { startTestStack, type TestStack } from '#test/support/test-stack';

let running: TestStack;
let partner: ApiClient;

beforeAll(async () => {
  running = await startTestStack();
  partner = await running.newPartner();
});
afterAll(() => running?.stop());

const INPUT = [400, 'INVALID_USER_INPUT_ERROR', 'Invalid User Input'];

/** Changes a partner's limits, as an operator does. */
async function agree({ partnerId }: ApiClient, changes: Partial<Agreement>): Promise<void> {
  await setAgreement(partnerId, (current) => ({ ...current, ...changes }), { atMs: Date.now() });
}

describe('capabilities', () => {
  it('are the partner’s own, with an ETag that changes with them', async () => {
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
    expect(first.body.data.destinations.flatMap(({ countries }: { countries: string[] }) => countries)).toHaveLength(
      41,
    );
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

  it('says of each day whether it is a business day, and if not, why', async () => {
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

  it('begins today and covers a month by default', async () => {
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
    expect(toProblem(answer)).toEqual(INPUT);
    expect(toFields(answer)).toEqual(names);
  });
});
