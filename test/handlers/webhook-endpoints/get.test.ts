import { describe, expect, it } from 'vitest';
import { contract } from '#functions/webhook-endpoints/get/contract';
import { handler } from '#functions/webhook-endpoints/get/handler';
import { contract as settingsContract } from '#functions/webhook-settings/get/contract';
import { handler as settingsHandler } from '#functions/webhook-settings/get/handler';
import { webhookEndpointNotFound } from '#shared/api/problems';
import { ROTATION_OVERLAP_MS, secretsAfterRotation } from '#shared/webhooks/domain/signing-secrets';
import { recordHealth, saveEndpoint } from '#shared/webhooks/endpoints/repository';
import { readDefaultEndpoint } from '#shared/webhooks/endpoints/response';
import { describeEndpoint } from '#test/support/handlers/describe-endpoint';
import { defaultEndpointId, storeEndpoint } from '#test/support/handlers/endpoints';
import { createWorld, type World } from '#test/support/handlers/world';

describeEndpoint(contract, handler, {
  foreign: 'NOT_FOUND',
  request: async (world) => ({ path: { id: (await storeEndpoint(world)).endpoint.id } }),
  unknown: { id: webhookEndpointNotFound() },
});

describeEndpoint(settingsContract, settingsHandler, { request: () => ({}) });

const get = (world: World, id: string) => world.call(handler, { path: { id } });

it('shows an endpoint, by its id in any case', async () => {
  const world = await createWorld('getWebhookEndpoint');
  const { endpoint, secret } = await storeEndpoint(world);
  const response = await get(world, endpoint.id.toUpperCase());
  expect(response.body.data).toMatchObject({ id: endpoint.id, isDefault: false, url: endpoint.url });
  expect(response.text).not.toContain(secret);
});

it('shows when an endpoint began to fail, and why', async () => {
  const world = await createWorld('getWebhookEndpoint');
  const { endpoint } = await storeEndpoint(world);
  const target = { partnerId: world.partner.id, endpointId: endpoint.id };
  const startMs = Date.now();
  for (const [error, ms] of [
    [null, 0],
    ['HTTP 500', 1000],
    ['HTTP 503', 90_000],
  ] as const)
    await recordHealth(target, { error, atMs: startMs + ms });
  expect((await get(world, endpoint.id)).body.data.health).toEqual({
    ...{ status: 'FAILING', lastSuccessAt: '2026-01-15T12:00:00.000Z', failingSince: '2026-01-15T12:00:01.000Z' },
    ...{ lastFailureAt: '2026-01-15T12:01:30.000Z', lastError: 'HTTP 503' },
  });
});

const at = '2026-01-15T12:00:00.000Z';
const unset = {
  ...{ id: expect.any(String), url: null, eventTypes: null, secretRotatedAt: null, previousSecretsExpireAt: [] },
  ...{ createdAt: at, updatedAt: at },
};

it('shows the settings, in which nothing is set before the first change', async () => {
  const world = await createWorld('getWebhookSettings');
  const { body } = await world.call(settingsHandler);
  expect(body).toEqual({ success: true, data: { ...unset, partnerId: world.partner.id } });
});

describe.each([
  ['by the id of the settings', 'getWebhookEndpoint', handler],
  ['as the settings', 'getWebhookSettings', settingsHandler],
] as const)('the default endpoint %s', (_, row, getting) => {
  const show = async (world: World) =>
    (await world.call(getting, { path: getting === handler ? { id: defaultEndpointId(world) } : {} })).body.data;

  it('shows what is set, and no secret', async () => {
    const world = await createWorld(row);
    world.advance(1000);
    const { url } = await world.webhookTarget();
    const before = await readDefaultEndpoint({ partnerId: world.partner.id });
    const after = { ...before.endpoint, eventTypes: ['COMPLETED_ON_RAMP'] };
    await saveEndpoint(before, after, { nowMs: Date.now() + 1000 });
    const updatedAt = '2026-01-15T12:00:02.000Z';
    const shown = await show(world);
    expect(shown).toMatchObject({ ...unset, url, eventTypes: ['COMPLETED_ON_RAMP'], updatedAt });
    expect(shown).not.toHaveProperty('secrets');
  });

  it('shows how long replaced secrets still sign, until they do not', async () => {
    const world = await createWorld(row);
    await world.webhookTarget();
    const before = await readDefaultEndpoint({ partnerId: world.partner.id });
    const secrets = secretsAfterRotation(before.endpoint.secrets, { id: 's2', sealed: 'sealed' }, Date.now());
    await saveEndpoint(before, { ...before.endpoint, secrets, secretRotatedAt: at }, { nowMs: Date.now() });
    const previousSecretsExpireAt = ['2026-01-16T12:00:00.000Z'];
    expect(await show(world)).toMatchObject({ secretRotatedAt: at, previousSecretsExpireAt });
    world.advance(ROTATION_OVERLAP_MS);
    expect(await show(world)).toMatchObject({ secretRotatedAt: at, previousSecretsExpireAt: [] });
  });
});
