import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it } from 'vitest';
import { apiKeyKey, auditPartition, digest } from '#shared/dynamodb/keys';
import { readItem, readRange } from '#shared/dynamodb/table';
import { issueKey, revokeKey, rotateKey } from '#shared/partners/api-keys/changes/repository';
import { listApiKeys } from '#shared/partners/api-keys/records/repository';
import { findCaller } from '#shared/partners/api-keys/repository';
import { PartnerChangeRefused } from '#shared/partners/change-refused';
import { createPartner, findPartner, listPartners, setAgreement, setSuspended } from '#shared/partners/repository';
import { readDefaultEndpoint } from '#shared/webhooks/endpoints/response';
import { startedForTests } from '#test/support/started-for-tests';
import { startTable } from '#test/unit/delivery/table';

const HOUR_MS = 3_600_000;
const atMs = Date.parse('2026-11-21T10:00:00Z');
const stage = 'sandbox' as const;

startedForTests(startTable);

const newPartner = () => createPartner({ name: 'Acme', stage, atMs, operator: 'olga' });
const keyItem = (apiKey: string) => readItem(apiKeyKey(digest(apiKey)));
const auditOf = async (partnerId: string) => (await readRange({ partition: auditPartition(partnerId) })).items;
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof PartnerChangeRefused ? error.code : error),
  );

describe('a new partner', () => {
  it('is put on record with everything that belongs to it', async () => {
    const { partnerId, keyId, apiKey } = await createPartner({ name: 'Acme', stage, atMs, flows: ['OTC'] });
    expect(apiKey).toMatch(/^ramp_sbx_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$/);
    const stored = { name: 'Acme', suspended: false, flows: ['OTC'], version: 1 };
    expect(await findPartner(partnerId)).toMatchObject(stored);
    expect((await readDefaultEndpoint({ partnerId })).endpoint).toMatchObject({ partnerId, url: null, secrets: [] });
    expect(await listPartners()).toContainEqual(expect.objectContaining({ id: partnerId, name: 'Acme' }));
    expect(await findCaller(apiKey, atMs)).toMatchObject({ partnerId, keyId, suspended: false, flows: ['OTC'] });
    const key = { keyId, digest: digest(apiKey), lastFour: apiKey.slice(-4), lastUsedOn: undefined };
    expect(await listApiKeys(partnerId)).toEqual([expect.objectContaining(key)]);
  });

  it('is one write in which every action has a condition, with an audit record', async () => {
    const mock = mockClient(DynamoDBDocumentClient);
    mock.on(TransactWriteCommand).resolves({});
    const { apiKey } = await newPartner();
    const sent = mock.calls().length;
    const [write, ...others] = mock.commandCalls(TransactWriteCommand).map(({ args: [{ input }] }) => input);
    mock.restore();
    expect([sent, others]).toEqual([1, []]);
    const actions = write?.TransactItems ?? [];
    const entities = ['PARTNER', 'PARTNER_ROW', 'WEBHOOK', 'KEY_ROW', 'KEY', 'AUDIT'];
    expect(actions.map(({ Put }) => Put?.Item?.entity)).toEqual(entities);
    for (const { Put } of actions) expect(Put?.ConditionExpression).toBe('attribute_not_exists(PK)');
    expect(JSON.stringify(write)).not.toContain(apiKey);
  });

  it('of production has a narrow spread at most', async () => {
    const { partnerId } = await createPartner({ name: 'Live', stage: 'production', atMs });
    expect((await findPartner(partnerId))?.agreement.maxPremiumSpread).toBe(0.1);
  });
});

describe('keys', () => {
  it('that are rotated work until the grace ends', async () => {
    const first = await newPartner();
    const { partnerId, keyId } = first;
    const second = await rotateKey({ partnerId, keyId, stage, graceMs: 24 * HOUR_MS, atMs });
    expect(second.oldExpiresAtMs).toBe(atMs + 24 * HOUR_MS);
    expect(await findCaller(first.apiKey, atMs + 24 * HOUR_MS - 1)).toMatchObject({ keyId });
    expect(await findCaller(first.apiKey, atMs + 24 * HOUR_MS)).toBeUndefined();
    expect(await findCaller(second.apiKey, atMs + 48 * HOUR_MS)).toMatchObject({ keyId: second.keyId });
    expect(await codeOf(rotateKey({ partnerId, keyId, stage, graceMs: 0, atMs }))).toBe('KEY_REPLACED');
  });

  it('keep name and lifetime through a rotation, and never live longer by it', async () => {
    const { partnerId } = await newPartner();
    const old = await issueKey({ partnerId, stage, name: 'ci', lifetimeMs: 10 * HOUR_MS, atMs });
    const later = atMs + 9 * HOUR_MS;
    const next = await rotateKey({ partnerId, keyId: old.keyId, stage, graceMs: 24 * HOUR_MS, atMs: later });
    expect(next.oldExpiresAtMs).toBe(old.expiresAtMs);
    expect(next.expiresAtMs).toBe(later + 10 * HOUR_MS);
    expect(await findCaller(next.apiKey, later)).toMatchObject({ keyId: next.keyId });
    expect(await listApiKeys(partnerId)).toContainEqual(expect.objectContaining({ keyId: next.keyId, name: 'ci' }));
  });

  it('keep scopes and the end that was named through a rotation', async () => {
    const { partnerId } = await newPartner();
    const terms = { scopes: ['users:read', 'keys:write'], expiresAtMs: atMs + 48 * HOUR_MS } as const;
    const { keyId, apiKey } = await issueKey({ partnerId, stage, name: 'agent', ...terms, atMs });
    const next = await rotateKey({ partnerId, keyId, stage, graceMs: HOUR_MS, atMs: atMs + HOUR_MS });
    expect(next.expiresAtMs).toBe(terms.expiresAtMs);
    for (const key of [apiKey, next.apiKey])
      expect(await findCaller(key, atMs + HOUR_MS)).toMatchObject({ scopes: terms.scopes });
    expect(await findCaller(next.apiKey, terms.expiresAtMs - 1)).toBeDefined();
    expect(await findCaller(next.apiKey, terms.expiresAtMs)).toBeUndefined();
    const records = (await listApiKeys(partnerId)).filter(({ name }) => name === 'agent');
    expect(records.map(({ scopes }) => scopes)).toEqual([terms.scopes, terms.scopes]);
    expect(await auditOf(partnerId)).toContainEqual(
      expect.objectContaining({ verb: 'key issue', keyId, scopes: terms.scopes }),
    );
  });

  it('that are revoked are refused, once and for all', async () => {
    const { partnerId, keyId, apiKey } = await newPartner();
    await revokeKey({ partnerId, keyId, atMs });
    expect(await findCaller(apiKey, atMs)).toBeUndefined();
    expect(await codeOf(revokeKey({ partnerId, keyId, atMs }))).toBe('KEY_ENDED');
    expect(await codeOf(rotateKey({ partnerId, keyId, stage, graceMs: 0, atMs }))).toBe('KEY_ENDED');
  });

  it('are found with their partner only', async () => {
    const [mine, other] = [await newPartner(), await newPartner()];
    const foreign = { partnerId: mine.partnerId, keyId: other.keyId, atMs };
    expect(await codeOf(revokeKey(foreign))).toBe('KEY_UNKNOWN');
    expect(await codeOf(issueKey({ partnerId: mine.keyId, stage, name: 'x', atMs }))).toBe('PARTNER_UNKNOWN');
    expect(await findCaller(other.apiKey, atMs)).toBeDefined();
  });

  it('are fifty at most, of which none is forgotten by a change', async () => {
    const { partnerId } = await newPartner();
    const issued = [];
    for (let count = 1; count < 50; count += 1) issued.push(await issueKey({ partnerId, stage, name: 'k', atMs }));
    expect(await codeOf(issueKey({ partnerId, stage, name: 'k', atMs }))).toBe('TOO_MANY_KEYS');
    await setSuspended(partnerId, true, { atMs });
    for (const { apiKey } of issued) expect(await keyItem(apiKey)).toMatchObject({ suspended: true });
    await revokeKey({ partnerId, keyId: issued[0]?.keyId ?? '', atMs });
    expect(await codeOf(issueKey({ partnerId, stage, name: 'k', atMs }))).toBe('done');
  });
});

describe('a change of the partner', () => {
  it('reaches every live key at once: suspension and back', async () => {
    const { partnerId, apiKey } = await newPartner();
    const other = await issueKey({ partnerId, stage, name: 'ci', atMs });
    for (const suspended of [true, false]) {
      await setSuspended(partnerId, suspended, { atMs });
      expect(await findPartner(partnerId)).toMatchObject({ suspended });
      expect(await listPartners()).toContainEqual(expect.objectContaining({ id: partnerId, suspended }));
      for (const key of [apiKey, other.apiKey]) expect(await keyItem(key)).toMatchObject({ suspended });
    }
  });

  it('reaches every live key at once: limits', async () => {
    const { partnerId, apiKey } = await newPartner();
    const agreement = await setAgreement(partnerId, (now) => ({ ...now, quoteTtlS: 30 }), { atMs });
    expect(agreement.quoteTtlS).toBe(30);
    const issued = await issueKey({ partnerId, stage, name: 'later', atMs });
    for (const key of [apiKey, issued.apiKey])
      expect(await findCaller(key, atMs)).toMatchObject({
        agreement: { quoteTtlS: 30, maxPremiumSpread: 5 },
      });
  });

  it('leaves revoked keys alone, and follows those that expired within the hour', async () => {
    const { partnerId, keyId, apiKey } = await newPartner();
    const short = await issueKey({ partnerId, stage, name: 'short', lifetimeMs: 1, atMs });
    await revokeKey({ partnerId, keyId, atMs });
    await setSuspended(partnerId, true, { atMs: atMs + 60_000 });
    expect(await keyItem(apiKey)).toMatchObject({ suspended: false });
    expect(await keyItem(short.apiKey)).toMatchObject({ suspended: true });
  });

  it('is not missed by a key that is issued at the same moment', async () => {
    const { partnerId } = await newPartner();
    const [issued] = await Promise.all([
      Promise.all([1, 2, 3].map((n) => issueKey({ partnerId, stage, name: `k${n}`, atMs }))),
      setSuspended(partnerId, true, { atMs }),
    ]);
    for (const { apiKey } of issued) expect(await keyItem(apiKey)).toMatchObject({ suspended: true });
    expect(await findPartner(partnerId)).toMatchObject({ version: 5 });
  });

  it('of an unknown partner changes nothing', async () => {
    const unknownId = '019a0000-0000-7000-8000-000000000000';
    expect(await codeOf(setSuspended(unknownId, true, { atMs }))).toBe('PARTNER_UNKNOWN');
    expect(await findPartner(unknownId)).toBeUndefined();
    expect(await auditOf(unknownId)).toEqual([]);
  });
});

it('leaves a record of who did what, without secrets', async () => {
  const { partnerId, keyId, apiKey } = await newPartner();
  const by = { operator: 'olga' };
  const issued = await issueKey({ partnerId, stage, name: 'ci', atMs: atMs + 1, ...by });
  const next = await rotateKey({ partnerId, keyId, stage, graceMs: HOUR_MS, atMs: atMs + 2, ...by });
  await revokeKey({ partnerId, keyId: issued.keyId, atMs: atMs + 3, ...by });
  await setAgreement(partnerId, (now) => ({ ...now, quoteTtlS: 30 }), { atMs: atMs + 4, ...by });
  await setSuspended(partnerId, true, { atMs: atMs + 5, ...by });
  await setSuspended(partnerId, false, { atMs: atMs + 6 });
  const audit = await auditOf(partnerId);
  expect(audit.map(({ verb, operator, keyId: id }) => [verb, operator, id])).toEqual([
    ['partner create', 'olga', keyId],
    ['key issue', 'olga', issued.keyId],
    ['key rotate', 'olga', keyId],
    ['key revoke', 'olga', issued.keyId],
    ['limits set', 'olga', undefined],
    ['partner suspend', 'olga', undefined],
    ['partner resume', 'system', undefined],
  ]);
  expect(audit[0]?.SK).toMatch(/^2026-11-21T10:00:00\.000Z#/);
  for (const key of [apiKey, issued.apiKey, next.apiKey])
    for (const secret of [key, digest(key)]) expect(JSON.stringify(audit)).not.toContain(secret);
});
