import { describe, expect, it } from 'vitest';
import { contract } from '#functions/webhook-endpoints/rotate-secret/contract';
import { handler } from '#functions/webhook-endpoints/rotate-secret/handler';
import { contract as settingsContract } from '#functions/webhook-settings/rotate-secret/contract';
import { handler as settingsHandler } from '#functions/webhook-settings/rotate-secret/handler';
import { eventBusWithoutSecret, noWebhookSecret, webhookEndpointNotFound } from '#shared/api/problems';
import { ROTATION_OVERLAP_MS } from '#shared/webhooks/domain/signing-secrets';
import { findEndpoint, saveEndpoint } from '#shared/webhooks/endpoints/repository';
import { openSecret } from '#shared/webhooks/endpoints/secret-encryption';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import {
  defaultEndpointId,
  deleteEndpoint,
  storeBusEndpoint,
  storedItem,
  storeEndpoint,
} from '#test/support/handlers/endpoints';
import { createWorld, type World } from '#test/support/handlers/world';

describeEndpoint(contract, handler, {
  foreign: 'NOT_FOUND',
  request: async (world) => ({ path: { id: (await storeEndpoint(world)).endpoint.id } }),
});
describeEndpoint(settingsContract, settingsHandler, {
  async request(world) {
    await world.webhookTarget();
    return {};
  },
  usesKeys: true,
});

const rotate = (world: World, id: string) => world.call(handler, { path: { id } });

async function stored(world: World, id: string) {
  const found = await findEndpoint(world.partner.id, id);
  if (found === undefined) throw new Error('There is no such endpoint');
  return found;
}

/** Returns the signing secrets of an endpoint, newest first, with their expiry times. */
async function secrets(world: World, id: string) {
  const { endpoint } = await stored(world, id);
  const opened = endpoint.secrets.map(async ({ sealed, expiresAt }) => [
    await openSecret(sealed, world.partner.id),
    expiresAt,
  ]);
  return Promise.all(opened);
}

const additional = async (world: World) => {
  const { endpoint, secret } = await storeEndpoint(world);
  return { id: endpoint.id, secret };
};
const byDefault = async (world: World) => ({ ...(await world.webhookTarget()), id: defaultEndpointId(world) });

describe.each([
  ['an additional endpoint', 'rotateWebhookEndpointSecret', handler, additional],
  ['the default endpoint by its id', 'rotateWebhookEndpointSecret', handler, byDefault],
  ['the settings', 'rotateWebhookSecret', settingsHandler, byDefault],
] as const)('a rotation of the secret of %s', (_, row, rotating, store) => {
  async function prepare() {
    const world = await createWorld(row);
    const { id, secret } = await store(world);
    const path = rotating === handler ? { id } : {};
    return { world, id, first: secret, again: (headers = {}) => world.call(rotating, { path, headers }) };
  }

  it('shows the new secret, and lets the one before sign for a day', async () => {
    const { world, id, first, again } = await prepare();
    const other = await storeEndpoint(world);
    const response = await again();
    const previousExpiresAt = '2026-01-16T12:00:00.000Z';
    const { secret } = response.body.data;
    expect(response.status, response.text).toBe(201);
    expect(response.body).toEqual({ success: true, data: { secret, previousExpiresAt } });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/);
    expect(await secrets(world, id)).toEqual([
      [secret, undefined],
      [first, previousExpiresAt],
    ]);
    expect(await secrets(world, other.endpoint.id)).toEqual([[other.secret, undefined]]);
    expect((await stored(world, id)).endpoint).toMatchObject({ secretRotatedAt: '2026-01-15T12:00:00.000Z' });
  });

  it('keeps three secrets at most, and those that ended no longer', async () => {
    const { world, id, again } = await prepare();
    const shown = [];
    for (let rotation = 0; rotation < 4; rotation += 1) shown.unshift((await again()).body.data.secret);
    expect((await secrets(world, id)).map(([secret]) => secret)).toEqual(shown.slice(0, 3));
    world.advance(ROTATION_OVERLAP_MS);
    const latest = (await again()).body.data.secret;
    expect((await secrets(world, id)).map(([secret]) => secret)).toEqual([latest, shown[0]]);
  });

  it('stores neither the secret nor the response in the clear', async () => {
    const { world, again } = await prepare();
    const { body, text } = await again({ 'idempotency-key': 'a-key-of-the-partner-0002' });
    expect(JSON.stringify(world.table.items())).not.toContain(body.data.secret);
    expect(JSON.stringify(world.log.lines)).not.toContain(body.data.secret);
    expect((await again({ 'idempotency-key': 'a-key-of-the-partner-0002' })).text).toBe(text);
  });

  it('rotates once more over a rotation at the same time: each caller has a secret that signs', async () => {
    const { world, id, first, again } = await prepare();
    const others: string[] = [];
    world.table.beforeNextWrite(async () => others.push((await again()).body.data.secret));
    const { secret } = (await again()).body.data;
    expect((await secrets(world, id)).map(([signs]) => signs)).toEqual([secret, ...others, first]);
  });

  it('keeps a URL that is set at the same time', async () => {
    const { world, id, again } = await prepare();
    const url = 'https://partner.example.com/other';
    world.table.beforeNextWrite(async () => {
      const before = await stored(world, id);
      await saveEndpoint(before, { ...before.endpoint, url }, { nowMs: Date.now() });
    });
    expect((await again()).status).toBe(201);
    expect((await stored(world, id)).endpoint).toMatchObject({ url, secrets: [{}, {}] });
  });
});

it('is refused where the default endpoint has no secret yet', async () => {
  const world = await createWorld('rotateWebhookEndpointSecret');
  expect(await rotate(world, defaultEndpointId(world))).toMatchObject(refusal(noWebhookSecret()));
  expect(await (await createWorld('rotateWebhookSecret')).call(settingsHandler)).toMatchObject(
    refusal(noWebhookSecret()),
  );
});

it('gives no secret to an event bus', async () => {
  const world = await createWorld('rotateWebhookEndpointSecret');
  const endpoint = await storeBusEndpoint(world);
  expect(await rotate(world, endpoint.id)).toMatchObject(refusal(eventBusWithoutSecret(endpoint.id)));
  expect(world.table.items('WEBHOOK_ENDPOINT')).toEqual([storedItem(endpoint)]);
});

it('knows no endpoint that is deleted at the same time', async () => {
  const world = await createWorld('rotateWebhookEndpointSecret');
  const { endpoint } = await storeEndpoint(world);
  world.table.beforeNextWrite(() => deleteEndpoint(world, endpoint));
  expect(await rotate(world, endpoint.id)).toMatchObject(refusal(webhookEndpointNotFound()));
  expect(world.table.items('WEBHOOK_ENDPOINT')).toEqual([]);
});
