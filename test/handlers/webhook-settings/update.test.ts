import { expect, it } from 'vitest';
import { contract } from '#functions/webhook-settings/update/contract';
import { handler } from '#functions/webhook-settings/update/handler';
import { describeEndpoint } from '#test/support/handlers/describe-endpoint';
import { createWorld } from '#test/support/handlers/world';

const url = 'https://partner.example.com/hooks';

describeEndpoint(contract, handler, {
  request: () => ({ body: { url } }),
  usesKeys: true,
  wrong: [
    ['no URL', { url: undefined }, 'url'],
    ['a number', { url: 1 }, 'url'],
    ['what is no URL', { url: 'example.com' }, 'url'],
    ['http', { url: 'http://partner.example.com' }, 'url'],
    ['another scheme', { url: 'ftp://example.com' }, 'url'],
    ['a password', { url: 'https://user:secret@example.com' }, 'url'],
    ['a long one', { url: `${url}/${'x'.repeat(2048)}` }, 'url'],
    ['an address of a private network', { url: 'https://10.0.0.1/hooks' }, 'url'],
    ['an unknown event', { url, eventTypes: ['CREATED_KYC', 'PAID'] }, 'eventTypes.1'],
    ['no event', { url, eventTypes: [] }, 'eventTypes'],
    ['a text for events', { url, eventTypes: 'CREATED_KYC' }, 'eventTypes'],
  ],
});

it('stores the first URL with a sealed secret, which only its response shows', async () => {
  const world = await createWorld('updateWebhookSettings');
  const response = await world.call(handler, { body: { url } });
  const { secret, ...settings } = response.body.data;
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const at = new Date(Date.now()).toISOString();
  expect(settings).toEqual({
    ...{ id: expect.any(String), partnerId: world.partner.id, url, eventTypes: null },
    ...{ secretRotatedAt: null, previousSecretsExpireAt: [], createdAt: at, updatedAt: expect.any(String) },
  });
  const [stored] = world.table.items('WEBHOOK');
  expect(stored).toMatchObject({ url, secrets: [{ sealed: expect.any(String) }] });
  expect(JSON.stringify(stored)).not.toContain(secret);
  expect((await world.call(handler, { body: { url } })).body.data).not.toHaveProperty('secret');
});

it('keeps the secrets when the URL is cleared', async () => {
  const world = await createWorld('updateWebhookSettings');
  await world.webhookTarget(url);
  const response = await world.call(handler, { body: { url: null } });
  expect(response).toMatchObject({ status: 200, body: { data: { url: null } } });
  expect(world.table.items('WEBHOOK')).toMatchObject([{ url: null, secrets: [{ sealed: expect.any(String) }] }]);
});

it('stores each chosen event once', async () => {
  const world = await createWorld('updateWebhookSettings');
  const eventTypes = ['CREATED_KYC', 'REJECTED_KYC', 'CREATED_KYC'];
  const response = await world.call(handler, { body: { url, eventTypes } });
  expect(response.body.data.eventTypes).toEqual(['CREATED_KYC', 'REJECTED_KYC']);
});

it('goes on from settings that were stored at the same time', async () => {
  const world = await createWorld('updateWebhookSettings');
  world.table.beforeNextWrite(() => world.webhookTarget('https://partner.example.com/first'));
  const response = await world.call(handler, { body: { url } });
  expect(response.body.data).not.toHaveProperty('secret');
  expect(world.table.items('WEBHOOK')).toMatchObject([{ url, secrets: [{}] }]);
});
