import { expect, it } from 'vitest';
import { contract } from '#functions/api-key/get/contract';
import { handler } from '#functions/api-key/get/handler';
import { allowAddresses, issueKey, rotateKey } from '#shared/partners/api-keys/changes/repository';
import { readApiKeys } from '#shared/partners/api-keys/records/repository';
import { describeEndpoint } from '#test/support/handlers/describe-endpoint';
import { createWorld } from '#test/support/handlers/world';

describeEndpoint(contract, handler, { request: () => ({}) });

const HOUR_MS = 3_600_000;

it('shows the key of the request as it is stored now, without the key itself', async () => {
  const world = await createWorld('getApiKey');
  const order = { partnerId: world.partner.id, atMs: Date.now() };
  const terms = { stage: 'sandbox', name: 'agent', scopes: ['keys:read', 'users:write'], lifetimeMs: HOUR_MS } as const;
  const { keyId, apiKey } = await issueKey({ ...order, ...terms });
  const partner = { ...world.partner, apiKey };
  const shown = {
    ...{ id: keyId, last4: apiKey.slice(-4), environment: 'sandbox', scopes: ['users:write', 'keys:read'] },
    ...{ allowedAddresses: [], createdAt: '2026-01-15T12:00:00.000Z', lastUsedOn: '2026-01-15' },
  };
  const first = await world.call(handler, { partner });
  expect(first.body.data).toEqual({ ...shown, expiresAt: '2026-01-15T13:00:00.000Z' });
  expect(first.text).not.toContain(apiKey);
  await allowAddresses({ ...order, keyId, allowedCidrs: ['203.0.113.0/24'] });
  await rotateKey({ ...order, keyId, stage: 'sandbox', graceMs: HOUR_MS / 2 });
  expect((await world.call(handler, { partner })).body.data).toEqual({
    ...{ ...shown, allowedAddresses: ['203.0.113.0/24'], expiresAt: '2026-01-15T12:30:00.000Z' },
  });
});

it('shows no scopes, no addresses and no end of an unrestricted key', async () => {
  const world = await createWorld('getApiKey');
  const [key] = await readApiKeys(world.partner.id);
  const open = { id: key?.keyId, scopes: [], allowedAddresses: [], expiresAt: null };
  expect((await world.call(handler)).body.data).toMatchObject(open);
});

it('shows the environment of production', async () => {
  const world = await createWorld('getApiKey', { stage: 'production' });
  expect((await world.call(handler)).body.data).toMatchObject({ environment: 'production' });
});
