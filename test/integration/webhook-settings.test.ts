import { expect, it } from 'vitest';
import { until } from '#local/partner/api-client';
import { newReceiver } from '#test/support/lifetime';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

const running = await sharedStack();
const partner = await running.newPartner();

it('sends the chosen events only; the others are stored as NOT_SENT, and a replay sends them', async () => {
  const [own, receiver] = [await running.newPartner(), await newReceiver()];
  const eventTypes = ['COMPLETED_CROSS_RAMP', 'VERIFIED_USER', 'COMPLETED_CROSS_RAMP'];
  const set = await own.put('/webhook-settings', { url: receiver.url, eventTypes });
  expect(set.body.data.eventTypes).toEqual(['COMPLETED_CROSS_RAMP', 'VERIFIED_USER']);
  expect((await own.get('/webhook-settings')).body.data.eventTypes).toEqual(set.body.data.eventTypes);
  const userId = await own.verifiedUser();
  const created = await own.post('/cross-ramp', own.crossRamp(userId));
  expect(created.status, created.text).toBe(201);
  const events = () => receiver.received.map(({ body }) => JSON.parse(body).event);
  await until(() => events().length === 2);
  expect(events()).toEqual(['VERIFIED_USER', 'COMPLETED_CROSS_RAMP']);
  const unsent = (await own.get('/webhook-notifications?status=NOT_SENT&sortOrder=asc')).body.data;
  expect(unsent.data.map(({ eventType }: { eventType: string }) => eventType)).toEqual([
    'CREATED_KYC',
    'CREATED_CROSS_RAMP',
    'FIAT_RECEIVED_CROSS_RAMP',
    'IN_PROGRESS_CROSS_RAMP',
    'BANK_TRANSFER_PENDING_CROSS_RAMP',
  ]);
  // A test event is sent on request, whatever is chosen.
  expect((await own.post('/webhook-settings/test')).body.data.status).toBe('PENDING');
  const replayed = await own.post('/webhook-notifications/replay', { eventType: 'CREATED_CROSS_RAMP' });
  expect(replayed.body.data.accepted).toBe(1);
  await until(() => events().includes('CREATED_CROSS_RAMP') && events().includes('TEST_EVENT'));
  // Without the list all events are sent again.
  expect((await own.put('/webhook-settings', { url: receiver.url })).body.data.eventTypes).toBeNull();
  await own.verifiedUser();
  await until(() => events().includes('CREATED_KYC'));
});

it('applies concurrent changes one after the other: the last one is kept, with one secret shown', async () => {
  const own = await running.newPartner();
  const urls = Array.from({ length: 8 }, (_, index) => `https://example.com/${index}`);
  const answers = await Promise.all(urls.map((url) => own.put('/webhook-settings', { url })));
  expect(answers.map(({ status }) => status)).toEqual(urls.map(() => 200));
  expect(answers.filter(({ body }) => body.data.secret !== undefined)).toHaveLength(1);
  const last = answers.map(({ body }) => body.data).toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))[0];
  const { secret: _, ...settings } = last;
  expect((await own.get('/webhook-settings')).body.data).toEqual(settings);
});

it.each([
  ['http to this machine', 'http://127.0.0.1:9/hooks', true],
  ['http to this machine by its name', 'http://localhost:9/hooks', true],
  ['http to the network of this machine', 'http://192.168.1.20/hooks', true],
  ['http to a public address', 'http://8.8.8.8/hooks', false],
  ['http to an address of documentation', 'http://203.0.113.7/hooks', false],
  ['http to a public name', 'http://example.com/hooks', false],
])('%s: %s is accepted here: %s', async (_what, url, taken) => {
  const answer = await partner.put('/webhook-settings', { url });
  if (taken) return expect(answer.status, answer.text).toBe(200);
  const message = 'URL must use https, except for loopback and private addresses';
  expect([answer.status, answer.body.errors]).toEqual([400, [{ field: 'url', message }]]);
});
