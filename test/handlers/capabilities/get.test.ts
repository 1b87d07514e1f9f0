import { expect, it } from 'vitest';
import { parameters } from '#docs/openapi/header-components';
import { contract } from '#functions/capabilities/get/contract';
import { handler } from '#functions/capabilities/get/handler';
import { userNotAssociated } from '#shared/api/problems';
import { complianceFieldsFor } from '#shared/corridors/domain/compliance-fields';
import type { RailStatus, WatchedRail } from '#shared/corridors/domain/rail-status';
import { setRailStatus } from '#shared/corridors/repository';
import { invalidIfNoneMatch, MAX_IF_NONE_MATCH } from '#shared/http/entity-tag';
import { takeFrom } from '#shared/limits/domain/allotments';
import { limitsAt } from '#shared/limits/domain/limit';
import { takeWrite } from '#shared/limits/repository';
import { auditWrite, PLATFORM, setAgreement } from '#shared/partners/repository';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { createWorld, type World } from '#test/support/handlers/world';

const UNKNOWN = '019bc1c5-0000-7000-8000-0000000000ff';

describeEndpoint(contract, handler, { request: () => ({}) });

/** Limits the partner to two currencies and two pairs. */
const limit = (world: World, quoteTtlS = 120) =>
  setAgreement(
    world.partner.id,
    (all) => ({ ...all, fiatCurrencies: ['MXN', 'USD'], tokenPairs: ['POL:USDC', 'BSC:USDT'], quoteTtlS }),
    { atMs: Date.now() },
  );

/** Returns the limit of a single transaction in a currency. */
const most = (currency: string, maximum: number) => ({
  ...{ name: 'TRANSACTION', period: 'TRANSACTION', currency, maximum },
  ...{ used: 0, remaining: maximum, resetsAt: null },
});

it('shows what the partner has agreed to', async () => {
  const world = await createWorld('getCapabilities');
  await limit(world);
  const fields = (...listed: string[]) =>
    Object.values(complianceFieldsFor()).map((rule) => ({ ...rule, countries: listed }));
  const [purpose, ...others] = fields('CN', 'HK');
  const local = { targetRails: ['LOCAL'], payoutLimits: null, invoiceRequiredFor: [] };
  const { status, body } = await world.call(handler);
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      success: true,
      data: {
        environment: 'sandbox',
        transactionTypes: ['ON_RAMP', 'OFF_RAMP', 'CROSS_RAMP'],
        fiatCurrencies: ['MXN', 'USD'],
        tokenPairs: [
          { blockchainSymbol: 'POL', tokenSymbol: 'USDC', stablecoin: true, aboveMxn: null },
          { blockchainSymbol: 'BSC', tokenSymbol: 'USDT', stablecoin: true, aboveMxn: 50_000 },
        ],
        corridors: [
          { sourceCurrency: 'MXN', targetCurrency: 'USD', fixedFee: 25 },
          { sourceCurrency: 'USD', targetCurrency: 'MXN', fixedFee: 1 },
        ],
        destinations: [
          { countries: ['MX'], currency: 'MXN', rails: ['SPEI'], complianceFields: fields('MX'), ...local },
          { countries: ['US'], currency: 'USD', rails: ['ACH', 'WIRE'], complianceFields: fields('US'), ...local },
          {
            ...{ countries: ['CN', 'HK'], currency: 'USD', rails: ['SWIFT'], targetRails: ['LOCAL', 'SWIFT'] },
            payoutLimits: { currency: 'USD', min: 10, max: 10_000 },
            invoiceRequiredFor: ['CN'],
            complianceFields: [
              { ...purpose, countries: ['CN'], codes: ['FAMI', 'GDDS', 'SALA', 'SCVE'], default: 'GDDS' },
              ...others,
              { ...purpose, countries: ['HK'] },
            ],
          },
        ],
        rails: ['SPEI', 'ACH', 'SWIFT', 'FPS', 'CNAPS', 'CHAIN'].map((type) => ({ type, status: 'UP' })),
        thresholds: [
          { currency: 'MXN', min: 10, max: 10_000_000 },
          { currency: 'USD', min: 1, max: 500_000 },
          { currency: 'USDC', min: 1, max: 500_000 },
          { currency: 'USDT', min: 1, max: 500_000 },
        ],
        limits: [most('MXN', 10_000_000), most('USD', 500_000), most('USDC', 500_000), most('USDT', 500_000)],
        ...{ maxPremiumSpread: 5, overTheCounterAboveMxn: 50_000, maxForwardingDays: 4, quoteLifeSeconds: 120 },
      },
    },
  });
});

it('shows the status of rails that an operator has set, within a minute', async () => {
  const world = await createWorld('getCapabilities');
  await limit(world);
  const statusOf = async (rail: string) =>
    (await world.call(handler)).body.data.rails.find(({ type }: { type: string }) => type === rail)?.status;
  expect(await statusOf('SPEI')).toBe('UP');
  const stamp = { atMs: Date.now(), operator: 'ops', verb: 'rail set' };
  const set = (type: WatchedRail, status: RailStatus) =>
    setRailStatus(type, status, auditWrite(PLATFORM, { type }, stamp));
  await set('SPEI', 'DOWN');
  await Promise.all([set('ACH', 'DEGRADED'), set('SEPA', 'DOWN')]);
  world.advance(60_001);
  expect([await statusOf('SPEI'), await statusOf('ACH'), await statusOf('SWIFT')]).toEqual(['DOWN', 'DEGRADED', 'UP']);
  // No transaction of this partner can use this rail.
  expect(await statusOf('SEPA')).toBeUndefined();
  const audit = world.table.items('AUDIT').filter(({ verb }) => verb === 'rail set');
  expect(audit.map(({ type }) => type).sort()).toEqual(['ACH', 'SEPA', 'SPEI']);
});

it('shows limits over time: those of the partner, and of the user who is named', async () => {
  const world = await createWorld('getCapabilities');
  const { id: userId } = await world.verifiedUser();
  const limits = { userDay: 5_050, userMonth: 10_000, partnerMonth: 99_999 };
  await setAgreement(world.partner.id, (all) => ({ ...all, limits }), { atMs: Date.now() });
  const owners = { partnerId: world.partner.id, userId };
  for (const limit of limitsAt(limits, Date.now()))
    for (const take of takeFrom({ maximum: 20_000n, used: [0n] }, 6_000n, 0) ?? [])
      await world.store(takeWrite(limit, take, owners));
  const read = async (query: Record<string, string>) =>
    (await world.call(handler, { query })).body.data.limits.filter(
      ({ name }: { name: string }) => name !== 'TRANSACTION',
    );
  const partner = {
    ...{ name: 'PARTNER_MONTH', period: 'MONTH', currency: 'USD', maximum: 999.99, used: 60, remaining: 939.99 },
    resetsAt: '2026-02-01T00:00:00.000Z',
  };
  expect(await read({})).toEqual([partner]);
  expect(await read({ userId })).toEqual([
    {
      ...{ name: 'USER_DAY', period: 'DAY', currency: 'USD', maximum: 50.5, used: 60, remaining: 0 },
      resetsAt: '2026-01-16T00:00:00.000Z',
    },
    {
      ...{ name: 'USER_MONTH', period: 'MONTH', currency: 'USD', maximum: 100, used: 60, remaining: 40 },
      resetsAt: '2026-02-01T00:00:00.000Z',
    },
    partner,
  ]);
  const { id: foreign } = await world.verifiedUser({ partnerId: UNKNOWN, email: 'other@example.com', id: UNKNOWN });
  for (const id of [foreign, UNKNOWN])
    expect(await world.call(handler, { query: { userId: id } })).toMatchObject(refusal(userNotAssociated()));
});

it('has everything by default: all pairs, all corridors and 41 countries', async () => {
  const world = await createWorld('getCapabilities', { stage: 'production' });
  const { data } = (await world.call(handler)).body;
  expect(data).toMatchObject({
    ...{ environment: 'production', fiatCurrencies: ['MXN', 'DOP', 'USD', 'EUR'] },
    ...{ maxPremiumSpread: 0.1, quoteLifeSeconds: 60 },
  });
  expect([data.tokenPairs.length, data.corridors.length]).toEqual([8, 12]);
  expect(data.thresholds.map(({ currency, min }: { currency: string; min: number }) => [currency, min])).toEqual([
    ...[
      ['MXN', 200],
      ['DOP', 600],
      ['USD', 10],
      ['EUR', 10],
      ['USDC', 10],
      ['USDT', 10],
    ],
  ]);
  expect(data.destinations.flatMap(({ countries }: { countries: string[] }) => countries)).toHaveLength(41);
});

it('refuses more of If-None-Match than the document allows', async () => {
  const world = await createWorld('getCapabilities');
  const { etag } = (await world.call(handler)).headers;
  const ask = (length: number) =>
    world.call(handler, { headers: { 'if-none-match': `${etag}, "${'x'.repeat(length)}`.slice(0, length) } });
  const { IfNoneMatch } = parameters();
  expect(IfNoneMatch).toMatchObject({ schema: { maxLength: MAX_IF_NONE_MATCH } });
  expect((await ask(MAX_IF_NONE_MATCH)).status).toBe(304);
  expect(await ask(MAX_IF_NONE_MATCH + 1)).toMatchObject(refusal(invalidIfNoneMatch()));
});

it('returns 304 to a caller who has it, until it changes', async () => {
  const world = await createWorld('getCapabilities');
  const { etag } = (await world.call(handler)).headers;
  const ask = (held: string) => world.call(handler, { headers: { 'if-none-match': held } });
  expect(etag).toMatch(/^"[\w-]+"$/);
  const headers = { etag, 'x-request-id': expect.any(String) };
  for (const tags of [`${etag}`, `W/${etag}`, `"other", ${etag}`, '*'])
    expect(await ask(tags)).toMatchObject({ status: 304, text: '', headers });
  expect(await ask('"other"')).toMatchObject({ status: 200, headers: { etag } });
  await limit(world);
  // A process caches callers for up to a minute.
  world.advance(60_000);
  const changed = await ask(`${etag}`);
  expect(changed.status).toBe(200);
  expect(changed.headers.etag).not.toBe(etag);
});
