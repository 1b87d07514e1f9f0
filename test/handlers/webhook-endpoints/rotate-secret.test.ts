import { expect, it } from 'vitest';
import { contract } from '#functions/webhook-endpoints/rotate-secret/contract';
import { handler } from '#functions/webhook-endpoints/rotate-secret/handler';
import { eventBusWithoutSecret, noWebhookSecret, webhookEndpointNotFound } from '#shared/api/problems';
import { findEndpoint } from '#shared/webhooks/endpoints/repository';
import { openSecret } from '#shared/webhooks/endpoints/secret-encryption';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { deleteEndpoint, storeBusEndpoint, storedItem, storeEndpoint } from '#test/support/handlers/endpoints';
import { createWorld, type World } from '#test/support/handlers/world';

describeEndpoint({
  contract,
  handler,
  foreign: 'NOT_FOUND',
  request: async (world) => ({ path: { id: (await storeEndpoint(world)).endpoint.id } }),
});

const rotate = (world: World, id: string) => world.call(handler, { path: { id } });

/** The secrets of an endpoint as they sign, newest first, with their ends. */
async function secrets(world: World, id: string) {
  const stored = (await findEndpoint(world.partner.id, id))?.endpoint.secrets ?? [];
  return Promise.all(
    stored.map(async ({ sealed, expiresAt }) => [await openSecret(sealed, world.partner.id), expiresAt]),
  );
}

it('replaces the secret of one endpoint, which signs for another day', async () => {
  const world = await createWorld('rotateWebhookEndpointSecret');
  const [one, other] = [await storeEndpoint(world), await storeEndpoint(world)];
  const answer = await rotate(world, one.endpoint.id);
  const previousExpiresAt = '2026-01-16T12:00:00.000Z';
  const { secret } = answer.body.data;
  expect(answer).toMatchObject({ status: 201, body: { data: { previousExpiresAt } } });
  expect(await secrets(world, one.endpoint.id)).toEqual([
    [secret, undefined],
    [one.secret, previousExpiresAt],
  ]);
  expect(await secrets(world, other.endpoint.id)).toEqual([[other.secret, undefined]]);
  expect(JSON.stringify(world.table.items())).not.toContain(secret);
});

it('replaces the secret of the settings by the id of the first one', async () => {
  const world = await createWorld('rotateWebhookEndpointSecret');
  const id = String(world.table.items('WEBHOOK')[0]?.id);
  expect(await rotate(world, id)).toMatchObject(refusal(noWebhookSecret()));
  const first = await world.webhookTarget();
  const { secret } = (await rotate(world, id)).body.data;
  expect(await secrets(world, id)).toMatchObject([
    [secret, undefined],
    [first.secret, '2026-01-16T12:00:00.000Z'],
  ]);
});

it('gives no secret to an event bus', async () => {
  const world = await createWorld('rotateWebhookEndpointSecret');
  const endpoint = await storeBusEndpoint(world);
  expect(await rotate(world, endpoint.id)).toMatchObject(refusal(eventBusWithoutSecret(endpoint.id)));
  expect(world.table.items('WEBHOOK_ENDPOINT')).toEqual([storedItem(endpoint)]);
});

it('rotates once more over a rotation at the same time', async () => {
  const world = await createWorld('rotateWebhookEndpointSecret');
  const { endpoint, secret: first } = await storeEndpoint(world);
  const others: string[] = [];
  world.table.beforeNextWrite(async () => others.push((await rotate(world, endpoint.id)).body.data.secret));
  const { secret } = (await rotate(world, endpoint.id)).body.data;
  expect((await secrets(world, endpoint.id)).map(([signs]) => signs)).toEqual([secret, ...others, first]);
});

it('knows no endpoint that is deleted at the same time', async () => {
  const world = await createWorld('rotateWebhookEndpointSecret');
  const { endpoint } = await storeEndpoint(world);
  world.table.beforeNextWrite(() => deleteEndpoint(world, endpoint));
  expect(await rotate(world, endpoint.id)).toMatchObject(refusal(webhookEndpointNotFound()));
  expect(world.table.items('WEBHOOK_ENDPOINT')).toEqual([]);
});
