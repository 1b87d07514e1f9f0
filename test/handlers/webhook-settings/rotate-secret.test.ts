import { expect, it } from 'vitest';
import { contract } from '#functions/webhook-settings/rotate-secret/contract';
import { handler } from '#functions/webhook-settings/rotate-secret/handler';
import { noWebhookSecret } from '#shared/api/problems';
import { ROTATION_OVERLAP_MS } from '#shared/webhooks/domain/signing-secrets';
import { readDefaultEndpoint } from '#shared/webhooks/endpoints/read-own-endpoint';
import { saveEndpoint } from '#shared/webhooks/endpoints/repository';
import { openSecret } from '#shared/webhooks/endpoints/secret-encryption';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { createWorld, type World } from '#test/support/handlers/world';

describeEndpoint({
  contract,
  handler,
  async request(world) {
    await world.webhookTarget();
    return {};
  },
  usesKeys: true,
});

const stored = (world: World) => readDefaultEndpoint({ partnerId: world.partner.id });

/** The stored secrets as they sign, newest first, with their ends. */
async function secrets(world: World) {
  const opened = (await stored(world)).endpoint.secrets.map(async ({ sealed, expiresAt }) => [
    await openSecret(sealed, world.partner.id),
    expiresAt,
  ]);
  return Promise.all(opened);
}

const rotate = (world: World, headers = {}) => world.call(handler, { headers });

it('shows the new secret, and lets the one before sign for a day', async () => {
  const world = await createWorld('rotateWebhookSecret');
  const first = await world.webhookTarget();
  const answer = await rotate(world);
  const previousExpiresAt = '2026-01-16T12:00:00.000Z';
  const secret = answer.body.data.secret;
  expect(answer.status, answer.text).toBe(201);
  expect(answer.body).toEqual({ success: true, data: { secret, previousExpiresAt } });
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/);
  expect(await secrets(world)).toEqual([
    [secret, undefined],
    [first.secret, previousExpiresAt],
  ]);
  expect((await stored(world)).endpoint).toMatchObject({ url: first.url, secretRotatedAt: '2026-01-15T12:00:00.000Z' });
});

it('keeps three secrets at most, and those that ended no longer', async () => {
  const world = await createWorld('rotateWebhookSecret');
  await world.webhookTarget();
  const shown = [];
  for (let rotation = 0; rotation < 4; rotation += 1) shown.unshift((await rotate(world)).body.data.secret);
  expect((await secrets(world)).map(([secret]) => secret)).toEqual(shown.slice(0, 3));
  world.advance(ROTATION_OVERLAP_MS);
  const latest = (await rotate(world)).body.data.secret;
  expect((await secrets(world)).map(([secret]) => secret)).toEqual([latest, shown[0]]);
});

it('stores neither the secret nor the answer in the clear', async () => {
  const world = await createWorld('rotateWebhookSecret');
  await world.webhookTarget();
  const { body, text } = await rotate(world, { 'idempotency-key': 'a-key-of-the-partner-0002' });
  expect(JSON.stringify(world.table.items())).not.toContain(body.data.secret);
  expect(JSON.stringify(world.log.lines)).not.toContain(body.data.secret);
  expect((await rotate(world, { 'idempotency-key': 'a-key-of-the-partner-0002' })).text).toBe(text);
});

it('refuses a partner who has no secret yet', async () => {
  const world = await createWorld('rotateWebhookSecret');
  expect(await rotate(world)).toMatchObject(refusal(noWebhookSecret()));
});

it('rotates once more over a rotation at the same time: each caller has a secret that signs', async () => {
  const world = await createWorld('rotateWebhookSecret');
  const first = await world.webhookTarget();
  const other: string[] = [];
  world.table.beforeNextWrite(async () => other.push((await rotate(world)).body.data.secret));
  const { secret } = (await rotate(world)).body.data;
  expect((await secrets(world)).map(([stillSigns]) => stillSigns)).toEqual([secret, ...other, first.secret]);
});

it('keeps a URL that is set at the same time', async () => {
  const world = await createWorld('rotateWebhookSecret');
  await world.webhookTarget();
  const url = 'https://partner.example.com/other';
  world.table.beforeNextWrite(async () => {
    const before = await stored(world);
    await saveEndpoint(before, { ...before.endpoint, url }, { nowMs: Date.now() });
  });
  expect((await rotate(world)).status).toBe(201);
  expect((await stored(world)).endpoint).toMatchObject({ url, secrets: [{}, {}] });
});
