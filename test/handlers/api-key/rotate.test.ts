import { describe, expect, it } from 'vitest';
import { contract } from '#functions/api-key/rotate/contract';
import { handler } from '#functions/api-key/rotate/handler';
import { invalidApiKey, keyReplaced, tooManyKeys } from '#shared/api/problems';
import { allowAddresses, issueKey, revokeKey } from '#shared/partners/api-keys/changes/repository';
import { type ApiKeyTerms, readApiKeys } from '#shared/partners/api-keys/records/repository';
import { findCaller } from '#shared/partners/api-keys/repository';
import { readAudit, setSuspended } from '#shared/partners/repository';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { createWorld, type TestPartner, type World } from '#test/support/handlers/world';

describeEndpoint(contract, handler, {
  request: () => ({ body: { previousEndsAfterHours: 2 } }),
  wrong: [
    ['more than a week', { previousEndsAfterHours: 169 }, 'previousEndsAfterHours'],
    ['less than nothing', { previousEndsAfterHours: -1 }, 'previousEndsAfterHours'],
    ['a part of an hour', { previousEndsAfterHours: 0.5 }, 'previousEndsAfterHours'],
    ['text', { previousEndsAfterHours: '24' }, 'previousEndsAfterHours'],
  ],
});

const HOUR_MS = 3_600_000;
const IDEMPOTENCY_KEY = 'a-key-of-the-partner-0001';

const rotate = (world: World, { partner = world.partner, hours, key }: Rotation = {}) =>
  world.call(handler, {
    partner,
    ...(hours === undefined ? {} : { body: { previousEndsAfterHours: hours } }),
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  });

interface Rotation {
  readonly partner?: TestPartner;
  readonly hours?: number;
  readonly key?: string;
}

async function keyWith(world: World, terms: Partial<ApiKeyTerms>) {
  const order = { partnerId: world.partner.id, stage: 'sandbox', name: 'agent', atMs: Date.now() } as const;
  const issued = await issueKey({ ...order, ...terms });
  return { issued, order, partner: { ...world.partner, apiKey: issued.apiKey } };
}

const keyId = async (world: World) => (await readApiKeys(world.partner.id)).at(0)?.keyId ?? '';

it('replaces the key, which works for a day, and records both in the audit trail', async () => {
  const world = await createWorld('rotateApiKey');
  const old = await keyId(world);
  const { status, body, text } = await rotate(world);
  const { apiKey, id } = body.data;
  const endsAt = '2026-01-16T12:00:00.000Z';
  expect([status, body.data]).toEqual([201, { apiKey, id, previousExpiresAt: endsAt }]);
  expect(await findCaller(apiKey, Date.now())).toMatchObject({ keyId: id, partnerId: world.partner.id });
  expect(await findCaller(world.partner.apiKey, Date.parse(endsAt) - 1)).toMatchObject({ keyId: old });
  expect(await findCaller(world.partner.apiKey, Date.parse(endsAt))).toBeUndefined();
  const [, entry, ...others] = await readAudit(world.partner.id);
  const at = '2026-01-15T12:00:00.000Z';
  expect(entry).toEqual({
    ...{ at, operator: `partner by key ${old}`, verb: 'key rotate', partnerId: world.partner.id },
    ...{ keyId: old, replacedBy: id, endsAt },
  });
  expect(others).toEqual([]);
  expect(JSON.stringify(world.table.items())).not.toContain(apiKey);
  expect(world.log.lines.map((line) => JSON.stringify(line)).join()).not.toContain(apiKey);
  expect(text).toContain(apiKey);
});

it.each([
  [0, '2026-01-15T12:00:00.000Z'],
  [168, '2026-01-22T12:00:00.000Z'],
])('lets the key work on for %i hours', async (hours, end) => {
  const world = await createWorld('rotateApiKey');
  expect((await rotate(world, { hours })).body.data.previousExpiresAt).toBe(end);
  world.advance(hours * HOUR_MS + 60_000);
  expect(await rotate(world)).toMatchObject(refusal(invalidApiKey()));
});

it('hands on scopes, addresses and name', async () => {
  const world = await createWorld('rotateApiKey');
  const scopes = ['keys:write', 'transactions:read'] as const;
  const allowedCidrs = ['203.0.113.0/24'];
  const { partner } = await keyWith(world, { scopes, allowedCidrs });
  const { apiKey } = (await rotate(world, { partner })).body.data;
  expect(await findCaller(apiKey, Date.now())).toMatchObject({ scopes, allowedCidrs, name: 'agent' });
});

it.each([{ lifetimeMs: 10 * HOUR_MS }, { expiresAtMs: Date.UTC(2026, 0, 15, 22) }])(
  'prolongs no key that ends: %j',
  async (terms) => {
    const world = await createWorld('rotateApiKey');
    const { partner } = await keyWith(world, terms);
    world.advance(9 * HOUR_MS);
    const { apiKey, previousExpiresAt } = (await rotate(world, { partner })).body.data;
    expect(previousExpiresAt).toBe('2026-01-15T22:00:00.000Z');
    const endMs = Date.parse(previousExpiresAt);
    expect(await findCaller(apiKey, endMs - 1)).toBeDefined();
    expect(await findCaller(apiKey, endMs)).toBeUndefined();
  },
);

describe('a key that was rotated', () => {
  it('is not rotated again, also by two requests at once', async () => {
    const world = await createWorld('rotateApiKey');
    const responses = await Promise.all([rotate(world), rotate(world), rotate(world)]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    expect(responses.find(({ status }) => status === 409)).toMatchObject(refusal(keyReplaced()));
    expect(await rotate(world)).toMatchObject(refusal(keyReplaced()));
    expect(await readApiKeys(world.partner.id)).toHaveLength(2);
  });

  it('by two equal requests at once has one successor, which both get', async () => {
    const world = await createWorld('rotateApiKey');
    const [first, second] = await Promise.all([1, 2].map(() => rotate(world, { key: IDEMPOTENCY_KEY })));
    expect([first?.status, second?.status, second?.text]).toEqual([201, 201, first?.text]);
    expect(await readApiKeys(world.partner.id)).toHaveLength(2);
  });

  it('replays its successor to itself alone', async () => {
    const world = await createWorld('rotateApiKey');
    const { apiKey } = (await rotate(world, { key: IDEMPOTENCY_KEY })).body.data;
    const { partner } = await keyWith(world, { scopes: ['keys:write'] });
    for (const other of [partner, { ...world.partner, apiKey }]) {
      const response = await rotate(world, { partner: other, key: IDEMPOTENCY_KEY });
      expect(response.status).toBe(201);
      expect(response.headers).not.toHaveProperty('idempotency-replayed');
      expect(response.text).not.toContain(apiKey);
      expect(await findCaller(response.body.data.apiKey, Date.now())).toMatchObject(
        other === partner ? { scopes: ['keys:write'] } : { name: 'First key' },
      );
    }
    world.advance(47 * HOUR_MS);
    expect(await rotate(world, { key: IDEMPOTENCY_KEY })).toMatchObject(refusal(invalidApiKey()));
  });
});

it('hands on the addresses that were set at the same time', async () => {
  const world = await createWorld('rotateApiKey');
  await world.useKey();
  const order = { partnerId: world.partner.id, keyId: await keyId(world), atMs: Date.now() };
  world.table.beforeNextWrite(() => allowAddresses({ ...order, allowedCidrs: ['203.0.113.7/32'] }));
  const { apiKey } = (await rotate(world)).body.data;
  expect(await findCaller(apiKey, Date.now())).toMatchObject({ allowedCidrs: ['203.0.113.7/32'] });
});

it('makes no key of a partner that is suspended at the same time active', async () => {
  const world = await createWorld('rotateApiKey');
  await world.useKey();
  world.table.beforeNextWrite(() => setSuspended(world.partner.id, true, { atMs: Date.now() }));
  const { apiKey } = (await rotate(world)).body.data;
  expect(await findCaller(apiKey, Date.now())).toMatchObject({ suspended: true });
});

it('refuses a key that is revoked at the same time', async () => {
  const world = await createWorld('rotateApiKey');
  await world.useKey();
  const order = { partnerId: world.partner.id, keyId: await keyId(world), atMs: Date.now() };
  world.table.beforeNextWrite(() => revokeKey(order));
  expect(await rotate(world)).toMatchObject(refusal(invalidApiKey()));
  expect(await readApiKeys(world.partner.id)).toHaveLength(1);
});

it('refuses a partner with fifty active keys', async () => {
  const world = await createWorld('rotateApiKey');
  for (let count = 1; count < 50; count += 1) await world.restricted('keys:read');
  expect(await rotate(world)).toMatchObject(refusal(tooManyKeys()));
});
