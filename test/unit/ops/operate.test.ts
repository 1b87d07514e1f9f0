import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ensureTable } from '#local/engines/dynamodb/table';
import { auditPartition } from '#shared/dynamodb/keys';
import { readRange } from '#shared/dynamodb/table';
import { readApiKeys } from '#shared/partners/api-keys/records/repository';
import { createPartner, findPartner } from '#shared/partners/repository';
import { startLoopbackOutputs } from '#test/support/servers/loopback-outputs';
import { ops, setStage, toolOnTable } from '#test/unit/ops/tool';

const { engine, here } = toolOnTable('--json');

const issuedShape = z.looseObject({ partnerId: z.string(), keyId: z.string(), apiKey: z.string() });
/** Runs a command line whose values contain no spaces. */
const run = (line: string) => ops([...line.split(' '), ...here()]);
const result = async (line: string) => JSON.parse((await run(line)).out);
const newPartner = async () => {
  const output = await ops(['partner', 'create', '--name', 'Acme, "Inc"', ...here()]);
  expect(output).toMatchObject({ code: 0, error: '' });
  return issuedShape.parse(JSON.parse(output.out));
};

describe('partner', () => {
  it('create prints exactly one line of JSON', async () => {
    const output = await run('partner create --name Acme --flows otc,regular');
    expect(output.out).toMatch(/^\{"partnerId":"[^"]+","apiKey":"ramp_sbx_[^"]+","keyId":"[^"]+"\}\n$/);
    const { partnerId } = issuedShape.parse(JSON.parse(output.out));
    expect((await findPartner(partnerId))?.flows).toEqual(['REGULAR', 'OTC']);
  });

  it('create shows people the key once', async () => {
    const output = await ops(['partner', 'create', '--name', 'Acme', ...here().filter((arg) => arg !== '--json')]);
    expect(output.out).toMatch(
      /^Created Acme\.\n {2}partnerId .*\n {2}keyId .*\n {2}apiKey \(shown once\) {2}ramp_sbx_/,
    );
  });

  it('suspend, show, list and resume agree', async () => {
    const { partnerId } = await newPartner();
    for (const [verb, suspended] of [
      ['suspend', true],
      ['resume', false],
    ] as const) {
      expect((await run(`partner ${verb} --id ${partnerId}`)).code).toBe(0);
      const shown = await result(`partner show --id ${partnerId.toUpperCase()}`);
      const listed = (await result('partner list')).partners;
      expect(shown).toMatchObject({ id: partnerId, name: 'Acme, "Inc"', suspended });
      expect(listed).toContainEqual(expect.objectContaining({ id: partnerId, suspended }));
    }
  });
});

describe('key', () => {
  it('issue, rotate, revoke and list agree', async () => {
    const { partnerId, keyId, apiKey } = await newPartner();
    const key = (line: string) => run(`key ${line} --partner ${partnerId}`);
    const issued = issuedShape.parse(JSON.parse((await key('issue --name ci --expires-in 30d')).out));
    const rotated = JSON.parse((await key(`rotate --id ${keyId} --grace-hours 2`)).out);
    expect(rotated).toMatchObject({ partnerId, expiresAt: null, rotated: { keyId } });
    expect((await key(`revoke --id ${issued.keyId}`)).code).toBe(0);
    const listed = await key('list');
    const { keys } = JSON.parse(listed.out);
    expect(keys.map((one: Record<string, string>) => [one.keyId, one.state])).toEqual([
      [keyId, 'in grace period'],
      [issued.keyId, 'revoked'],
      [rotated.keyId, 'active'],
    ]);
    for (const secret of [apiKey, issued.apiKey, rotated.apiKey]) expect(listed.out).not.toContain(secret);
  });

  it('allow sets the ranges of a key, and lifts them', async () => {
    const { partnerId, keyId } = await newPartner();
    const allow = (line: string) => run(`key allow ${line} --partner ${partnerId} --id ${keyId}`);
    const stored = async () => (await readApiKeys(partnerId)).map(({ allowedCidrs }) => allowedCidrs);
    expect((await allow('--cidr 203.0.113.0/24 --cidr 2001:db8::/32')).code).toBe(0);
    expect(await stored()).toEqual([['203.0.113.0/24', '2001:db8::/32']]);
    for (const wrong of ['--cidr 0.0.0.0/0', '--cidr 203.0.113.7 --anywhere'])
      expect((await allow(wrong)).code).not.toBe(0);
    expect((await allow('--anywhere')).code).toBe(0);
    expect(await stored()).toEqual([undefined]);
  });

  it('says in one sentence what cannot be done', async () => {
    const { partnerId, keyId } = await newPartner();
    const revoke = `key revoke --partner ${partnerId} --id ${keyId}`;
    await run(revoke);
    const again = await run(revoke);
    expect(again).toMatchObject({ code: 1, out: '' });
    expect(again.error).toMatch(/^Key \S+ was revoked at \S+\.\n$/);
    const unknown = await run(`key issue --partner ${keyId}`);
    expect(unknown).toMatchObject({ code: 1, out: '', error: `There is no partner ${keyId}.\n` });
  });
});

it('branding is set by what is named, shown, and cleared', async () => {
  const { partnerId } = await newPartner();
  const branding = (line: string) => result(`branding ${line} --partner ${partnerId}`);
  const nothing = { displayName: null, color: null, helpUrl: null, privacyUrl: null, logo: null };
  expect(await branding('show')).toEqual({ partnerId, ...nothing, updatedAt: null });
  await branding('set --display-name Remesas --color #0B6E4F');
  const set = await branding('set --help-url https://a.example/');
  expect(set).toMatchObject({ displayName: 'Remesas', color: '#0b6e4f', helpUrl: 'https://a.example/' });
  expect(await branding('clear --fields color')).toMatchObject({ displayName: 'Remesas', color: null });
  expect(await branding('clear')).toMatchObject(nothing);
});

describe('limits', () => {
  let partnerId: string;
  beforeEach(async () => {
    partnerId = (await newPartner()).partnerId;
  });
  const set = (line: string) => result(`limits set ${line} --partner ${partnerId}`);
  const show = () => result(`limits show --partner ${partnerId}`);

  it('set adds, changes and removes limits over time, one by one', async () => {
    const both = await set('--limit user_day=10000.5 --limit PARTNER_MONTH=2000000');
    expect(both.limits).toEqual({ userDay: 1_000_050, partnerMonth: 200_000_000 });
    expect((await set('--limit USER_DAY=0.01')).limits).toEqual({ userDay: 1, partnerMonth: 200_000_000 });
    expect((await set('--limit USER_DAY=none --limit PARTNER_MONTH=none')).limits).toEqual({});
    expect((await findPartner(partnerId))?.agreement).not.toHaveProperty('limits');
  });

  it('set warns of a minimum below the default of the stage', async () => {
    const low = await run(`limits set --range USD=0.5:500 --partner ${partnerId}`);
    expect(low.code).toBe(0);
    expect(low.error).toContain('Warning: 0.5 USD is below the default minimum of 1 USD');
    expect((await run(`limits set --range USD=1:500 --partner ${partnerId}`)).error).not.toContain('Warning');
  });

  it('set keeps terms about deposits, one by one, and none that hold anyway', async () => {
    const deposits = async (line: string) => (await set(line)).deposits;
    const stored = async () => (await findPartner(partnerId))?.agreement.deposits;
    expect(await deposits('--deposit-tolerance 0.55')).toEqual({ tolerancePercent: '0.55', partial: 'RETURN' });
    expect(await deposits('--partial-deposits TOP_UP')).toEqual({ tolerancePercent: '0.55', partial: 'TOP_UP' });
    expect(await stored()).toEqual({ toleranceBps: 55, partial: 'TOP_UP' });
    for (const typed of ['10.01', '0.555', '1e0', 'all'])
      expect((await run(`limits set --deposit-tolerance ${typed} --partner ${partnerId}`)).error).toContain(
        'a percentage',
      );
    await set('--deposit-tolerance 0 --partial-deposits RETURN');
    expect(await stored()).toBeUndefined();
  });

  it('set changes what is named and keeps the rest', async () => {
    const before = await show();
    const after = await set('--range mxn=20:500.5 --range USDC=0.000001:9 --quote-ttl 900 --token-pairs POL:USDC');
    const ranges = { ...before.ranges, MXN: { min: '20', max: '500.5' }, USDC: { min: '0.000001', max: '9' } };
    expect(after).toEqual({ ...before, ranges, quoteTtlS: 900, tokenPairs: ['POL:USDC'] });
    await set('--quote-ttl default --fiat-currencies USD,MXN --max-premium-spread 0');
    const changed = { quoteTtlS: null, fiatCurrencies: ['MXN', 'USD'], maxPremiumSpread: 0 };
    expect(await show()).toEqual({ ...after, ...changed });
    await set('--payee-check sepa.no_match=review --payee-check MX.CLOSE_MATCH=PAY');
    await set('--payee-check SEPA.NOT_POSSIBLE=FAIL');
    expect((await show()).payeePolicies).toEqual({
      MX: { CLOSE_MATCH: 'PAY', NO_MATCH: 'FAIL', NOT_POSSIBLE: 'FAIL' },
      SEPA: { CLOSE_MATCH: 'PAY', NO_MATCH: 'REVIEW', NOT_POSSIBLE: 'FAIL' },
    });
  });
});

describe('production', () => {
  it('has the name typed before what cannot be taken back', async () => {
    const production = ['--env', 'production'];
    const { partnerId, keyId, apiKey } = await createPartner({
      ...{ name: 'Acme, "Inc"', stage: 'production', atMs: Date.now() },
    });
    expect(apiKey).toMatch(/^ramp_live_/);
    const partner = ['--partner', partnerId];
    const destructive = [
      ['partner', 'suspend', '--id', partnerId],
      ['key', 'revoke', '--id', keyId, ...partner],
      ['key', 'rotate', '--id', keyId, '--grace-hours', '0', ...partner],
      ['limits', 'set', '--quote-ttl', '30', ...partner],
    ];
    const written = async () => (await readRange({ partition: auditPartition(partnerId) })).count;
    for (const args of destructive)
      for (const typed of [undefined, '', 'acme']) {
        const output = await ops([...args, ...here(), ...production], typed);
        expect(output).toMatchObject({ code: 1, out: '' });
        expect(output.error).toMatch(/^Nothing was changed/);
        expect(output.asked).toEqual([expect.stringContaining('Acme, "Inc"')]);
      }
    expect(await written()).toBe(1);
    const typed = await ops(
      ['limits', 'set', '--quote-ttl', '30', ...partner, ...here(), ...production],
      'Acme, "Inc"',
    );
    const unasked = await ops(['partner', 'suspend', '--id', partnerId, '--yes', ...here(), ...production]);
    expect([typed.code, unasked.code, unasked.asked]).toEqual([0, 0, []]);
    expect(await written()).toBe(3);
  });
});

describe('the table', () => {
  it('is found through the state file of a running stack', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'partner-ramp-ops-'));
    const state = {
      pid: process.pid,
      ...{ baseUrl: 'http://127.0.0.1:1', sqsEndpoint: 'http://127.0.0.1:1', s3Endpoint: 'http://127.0.0.1:1' },
      ...{ filesBucket: 'files', queues: {}, providerEventsSecrets: {} },
      dynamodbEndpoint: engine().endpoint,
      tableName: 'delivery-test',
    };
    writeFileSync(join(folder, 'stack.json'), JSON.stringify(state));
    const { partnerId } = await newPartner();
    const listed = await ops(['partner', 'list', '--data-dir', folder]);
    rmSync(folder, { recursive: true });
    expect(listed.out).toContain(partnerId);
  });

  it('is found through the outputs of a deployed stage, wherever it lies in it', async () => {
    const outputs = await startLoopbackOutputs();
    const list = ['partner', 'list', '--env', 'sandbox', '--endpoint', engine().endpoint];
    try {
      expect(await ops(list)).toMatchObject({
        ...{ code: 1, out: '' },
        error: 'There is no stack PartnerRamp-sandbox: check the account and the region.\n',
      });
      outputs.stacks.set('PartnerRamp-sandbox', { ApiUrl: 'https://api.example' });
      expect((await ops(list)).error).toContain('TableName is unknown');
      outputs.stacks.set('PartnerRamp-sandbox', { TableName: 'delivery-test' });
      const { partnerId } = await newPartner();
      await setStage('sandbox', 'delivery-test');
      expect((await ops(list)).out).toContain(partnerId);
    } finally {
      await outputs.stop();
    }
  });

  it('is the only one of an engine that is named by its address', async () => {
    const { partnerId } = await newPartner();
    const list = ['partner', 'list', '--endpoint', engine().endpoint];
    expect((await ops(list)).out).toContain(partnerId);
    await ensureTable({
      endpoint: engine().endpoint,
      tableName: 'another',
      properties: {
        KeySchema: [{ AttributeName: 'PK', KeyType: 'HASH' }],
        AttributeDefinitions: [{ AttributeName: 'PK', AttributeType: 'S' }],
      },
    });
    expect((await ops(list)).error).toContain('select one with --table');
  });
});
