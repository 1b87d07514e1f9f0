import { expect, it } from 'vitest';
import { contract } from '#functions/webhook-endpoints/update/contract';
import { handler } from '#functions/webhook-endpoints/update/handler';
import { otherKindOfTarget, webhookEndpointNotFound } from '#shared/api/problems';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import {
  deleteEndpoint,
  EVENT_BUS_ARN,
  storeBusEndpoint,
  storedItem,
  storeEndpoint,
} from '#test/support/handlers/endpoints';
import { createWorld, type World } from '#test/support/handlers/world';

const url = 'https://partner.example.com/changed';

const OWN_BUS = EVENT_BUS_ARN.replace('222233334444', '111122223333');

describeEndpoint(contract, handler, {
  foreign: 'NOT_FOUND',
  wrong: [
    ['null', { url: null }, ['eventBusArn', 'url']],
    ['no target', { url: undefined }, ['eventBusArn', 'url']],
    ['an event bus of our account', { url: undefined, eventBusArn: OWN_BUS }, 'eventBusArn'],
    ['http', { url: 'http://partner.example.com' }, 'url'],
    ['an unknown event', { eventTypes: ['PAID'] }, 'eventTypes.0'],
  ],
  request: async (world) => ({ path: { id: (await storeEndpoint(world)).endpoint.id }, body: { url } }),
});

const update = (world: World, id: string, body: object) => world.call(handler, { path: { id }, body });
const settings = (world: World) => world.table.items('WEBHOOK')[0];

it('sets URL and events as a whole, and keeps the secrets', async () => {
  const world = await createWorld('updateWebhookEndpoint');
  const { endpoint } = await storeEndpoint(world, { eventTypes: ['CREATED_KYC'] });
  world.advance(5000);
  const response = await update(world, endpoint.id, { url, eventTypes: ['VERIFIED_USER'] });
  expect(response.status, response.text).toBe(200);
  expect(response.body.data).toMatchObject({
    url,
    eventTypes: ['VERIFIED_USER'],
    updatedAt: '2026-01-15T12:00:05.000Z',
  });
  expect(response.body.data).not.toHaveProperty('secret');
  expect(settings(world)).toMatchObject({ endpoints: [{ id: endpoint.id, eventTypes: ['VERIFIED_USER'] }] });
  expect((await update(world, endpoint.id, { url })).body.data.eventTypes).toBeNull();
  expect(settings(world)?.endpoints).toEqual([{ id: endpoint.id }]);
  expect(world.table.items('WEBHOOK_ENDPOINT')).toMatchObject([{ url, secrets: endpoint.secrets }]);
});

it('sets the settings by the id of the first one, and shows its first secret', async () => {
  const world = await createWorld('updateWebhookEndpoint');
  const id = String(settings(world)?.id);
  const response = await update(world, id, { url, eventTypes: ['VERIFIED_USER'] });
  expect(response.body.data).toMatchObject({ id, isDefault: true, url, secret: expect.stringMatching(/^whsec_/) });
  expect(settings(world)).toMatchObject({ url, eventTypes: ['VERIFIED_USER'], secrets: [{}] });
  expect((await update(world, id, { url })).body.data).not.toHaveProperty('secret');
});

it('sets another event bus', async () => {
  const world = await createWorld('updateWebhookEndpoint');
  const { id } = await storeBusEndpoint(world);
  const eventBusArn = EVENT_BUS_ARN.replace('payments', 'default');
  const response = await update(world, id, { eventBusArn });
  expect(response.body.data, response.text).toMatchObject({ url: null, eventBusArn, eventAccountId: '111122223333' });
  expect(world.table.items('WEBHOOK_ENDPOINT')).toMatchObject([{ url: null, eventBusArn, secrets: [] }]);
});

it('changes no URL to an event bus, nor the other way round, and gives the first endpoint no event bus', async () => {
  const world = await createWorld('updateWebhookEndpoint');
  const [{ endpoint }, bus] = [await storeEndpoint(world), await storeBusEndpoint(world)];
  const first = settings(world);
  for (const [id, body] of [
    [endpoint.id, { eventBusArn: EVENT_BUS_ARN }],
    [bus.id, { url }],
    [String(first?.id), { eventBusArn: EVENT_BUS_ARN }],
  ] as const)
    expect(await update(world, id, body)).toMatchObject(refusal(otherKindOfTarget(id)));
  expect(world.table.items('WEBHOOK_ENDPOINT')).toEqual([storedItem(endpoint), storedItem(bus)]);
  expect(settings(world)).toEqual(first);
});

it('goes on from an endpoint that was changed at the same time', async () => {
  const world = await createWorld('updateWebhookEndpoint');
  const { endpoint } = await storeEndpoint(world);
  world.table.beforeNextWrite(() => update(world, endpoint.id, { url: 'https://partner.example.com/other' }));
  expect((await update(world, endpoint.id, { url })).body.data.url).toBe(url);
  expect(world.table.items('WEBHOOK_ENDPOINT')).toMatchObject([{ url }]);
});

it('knows no endpoint that was deleted', async () => {
  const world = await createWorld('updateWebhookEndpoint');
  const { endpoint } = await storeEndpoint(world);
  await deleteEndpoint(world, endpoint);
  expect(await update(world, endpoint.id, { url })).toMatchObject(refusal(webhookEndpointNotFound()));
  expect(world.table.items('WEBHOOK_ENDPOINT')).toEqual([]);
});
