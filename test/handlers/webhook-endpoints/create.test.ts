import { expect, it } from 'vitest';
import { contract } from '#functions/webhook-endpoints/create/contract';
import { handler } from '#functions/webhook-endpoints/create/handler';
import { tooManyWebhookEndpoints } from '#shared/api/problems';
import { findEndpoint, saveEndpoint } from '#shared/webhooks/endpoints/repository';
import { readDefaultEndpoint } from '#shared/webhooks/endpoints/response';
import { openSecret } from '#shared/webhooks/endpoints/secret-encryption';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { EVENT_BUS_ARN as eventBusArn, storeEndpoint, ADDITIONAL_URL as url } from '#test/support/handlers/endpoints';
import { createWorld, type World } from '#test/support/handlers/world';

describeEndpoint(contract, handler, {
  request: () => ({ body: { url } }),
  usesKeys: true,
  wrong: [
    ['no URL', { url: undefined }, ['eventBusArn', 'url']],
    ['http', { url: 'http://partner.example.com' }, 'url'],
    ['an address of a private network', { url: 'https://10.0.0.1/hooks' }, 'url'],
    ['an unknown event', { eventTypes: ['PAID'] }, 'eventTypes.0'],
    ['no event', { eventTypes: [] }, 'eventTypes'],
    ['both a URL and an event bus', { url, eventBusArn }, ['eventBusArn', 'url']],
    ['neither', { url: null, eventBusArn: null }, ['eventBusArn', 'url']],
    [
      'a bus of our own account',
      { url: undefined, eventBusArn: eventBusArn.replace('222233334444', '111122223333') },
      ['eventBusArn'],
    ],
    [
      'a bus of another partition',
      { url: undefined, eventBusArn: eventBusArn.replace('aws', 'aws-cn') },
      ['eventBusArn'],
    ],
    [
      'a region that leads elsewhere',
      { url: undefined, eventBusArn: eventBusArn.replace('eu-west-1', 'us-x.example.com') },
      ['eventBusArn'],
    ],
    [
      'a region of another partition',
      { url: undefined, eventBusArn: eventBusArn.replace('eu-west-1', 'us-gov-west-1') },
      ['eventBusArn'],
    ],
    [
      'a bus without an account',
      { url: undefined, eventBusArn: eventBusArn.replace('222233334444', '') },
      ['eventBusArn'],
    ],
    ['the bus of a partner of AWS', { url: undefined, eventBusArn: `${eventBusArn}/aws.partner/x` }, ['eventBusArn']],
    ['a topic', { url: undefined, eventBusArn: 'arn:aws:sns:eu-west-1:222233334444:payments' }, ['eventBusArn']],
    ['a name', { url: undefined, eventBusArn: 'payments' }, ['eventBusArn']],
  ],
});

const create = (world: World, body: object = { url }, headers = {}) => world.call(handler, { body, headers });
const stored = (world: World) => world.table.items('WEBHOOK_ENDPOINT');
const settings = (world: World) => world.table.items('WEBHOOK')[0];

it('stores the endpoint with a sealed secret, which only its response shows, and its choice of events in the settings', async () => {
  const world = await createWorld('createWebhookEndpoint');
  const before = settings(world);
  const response = await create(world, { url, eventTypes: ['COMPLETED_ON_RAMP', 'COMPLETED_ON_RAMP'] });
  const { secret, id, ...shown } = response.body.data;
  const at = new Date(Date.now()).toISOString();
  expect(response.status, response.text).toBe(201);
  expect(shown).toEqual({
    ...{ eventBusArn: null, eventSource: null, eventAccountId: null },
    ...{ isDefault: false, url, eventTypes: ['COMPLETED_ON_RAMP'], secretRotatedAt: null },
    ...{ previousSecretsExpireAt: [], createdAt: at, updatedAt: at },
    health: { status: 'UNKNOWN', lastSuccessAt: null, lastFailureAt: null, failingSince: null, lastError: null },
  });
  expect(stored(world)).toMatchObject([{ id, partnerId: world.partner.id, url, secrets: [{}] }]);
  const found = await findEndpoint(world.partner.id, id);
  const opened = found?.endpoint.secrets.map(({ sealed }) => openSecret(sealed, world.partner.id)) ?? [];
  expect(await Promise.all(opened)).toEqual([secret]);
  expect(JSON.stringify(world.table.items())).not.toContain(secret);
  expect(settings(world)).toEqual({
    ...before,
    endpoints: [{ id, eventTypes: ['COMPLETED_ON_RAMP'] }],
    endpointsVersion: 1,
  });
});

it('stores an endpoint with an event bus, which has no secret, and says what its policy has to allow', async () => {
  const world = await createWorld('createWebhookEndpoint');
  const response = await create(world, { url: null, eventBusArn, eventTypes: ['VERIFIED_USER'] });
  expect(response.status, response.text).toBe(201);
  const { id, ...shown } = response.body.data;
  const eventSource = `partner-ramp/${world.partner.id}`;
  expect(shown).toMatchObject({ url: null, eventBusArn, eventSource, eventAccountId: '111122223333' });
  expect(shown).not.toHaveProperty('secret');
  expect(stored(world)).toMatchObject([{ id, url: null, eventBusArn, secrets: [] }]);
  expect(settings(world)).toMatchObject({ endpoints: [{ id, eventTypes: ['VERIFIED_USER'] }] });
});

it('refuses the sixth', async () => {
  const world = await createWorld('createWebhookEndpoint');
  for (let added = 1; added <= 4; added += 1) expect((await create(world)).status).toBe(201);
  expect(await create(world)).toMatchObject(refusal(tooManyWebhookEndpoints(5)));
  expect(stored(world)).toHaveLength(4);
});

it('takes a URL that another endpoint has, with a secret of its own', async () => {
  const world = await createWorld('createWebhookEndpoint');
  const [one, other] = [await create(world), await create(world)];
  expect([one.status, other.status]).toEqual([201, 201]);
  expect(stored(world).map((endpoint) => endpoint.url)).toEqual([url, url]);
  expect(other.body.data.secret).not.toBe(one.body.data.secret);
});

it('shows the secret again to a request with the same key, and stores it in the clear nowhere', async () => {
  const world = await createWorld('createWebhookEndpoint');
  const key = { 'idempotency-key': 'a-key-of-the-partner-0003' };
  const first = await create(world, { url }, key);
  expect((await create(world, { url }, key)).text).toBe(first.text);
  expect(stored(world)).toHaveLength(1);
  expect(JSON.stringify([world.table.items(), world.log.lines])).not.toContain(first.body.data.secret);
});

it('keeps an endpoint and settings that are stored at the same time', async () => {
  const world = await createWorld('createWebhookEndpoint');
  const other = 'https://partner.example.com/first';
  world.table.beforeNextWrite(async () => {
    const stored = await readDefaultEndpoint({ partnerId: world.partner.id });
    await saveEndpoint(stored, { ...stored.endpoint, url: other }, { nowMs: Date.now() });
    await storeEndpoint(world, { url: other });
  });
  const { id } = (await create(world)).body.data;
  expect(settings(world)).toMatchObject({ url: other, endpoints: [{}, { id }], endpointsVersion: 2 });
  expect(stored(world)).toHaveLength(2);
});
