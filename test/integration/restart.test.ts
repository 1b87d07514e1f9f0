import { expect, it } from 'vitest';
import { ApiClient, until } from '#local/partner/api-client';
import { newReceiver, temporaryFolder } from '#test/support/lifetime';
import { startTestStack } from '#test/support/test-stack';

const dataDir = temporaryFolder();

it('loses nothing when the stack stops in the middle of a journey and starts again on its data', async () => {
  const receiver = await newReceiver();
  const first = await startTestStack({ dataDir, settings: { SANDBOX_STEP_MS: '400' } });
  const partner = await first.newPartner();
  const secret = (await partner.put('/webhook-settings', { url: receiver.url })).body.data.secret;
  expect(secret).toMatch(/^whsec_/);
  const userId = await partner.verifiedUser();
  const key = 'restart-idempotency-key';
  const body = partner.crossRamp(userId);
  const created = await partner.post('/cross-ramp', body, { headers: { 'idempotency-key': key } });
  expect(created.status, created.text).toBe(201);
  await first.stop();

  const second = await startTestStack({ dataDir, settings: { SANDBOX_STEP_MS: '100' } });
  const same = new ApiClient(second.baseUrl, partner.apiKey, partner.partnerId);
  const again = await same.post('/cross-ramp', body, { headers: { 'idempotency-key': key } });
  expect(again.text).toBe(created.text.replace(first.baseUrl, second.baseUrl));
  const { id } = created.body.data;
  await until(async () => (await same.get(`/transactions/${id}`)).body.data.status === 'COMPLETED');
  await until(async () => (await same.get('/webhook-notifications?status=SENT')).body.data.count === 7);
  const events = receiver.received
    .map(({ body: text }) => JSON.parse(text))
    .filter(({ transactionId }) => transactionId === id);
  const firsts = events.filter((payload, index) => events.findIndex(({ event }) => event === payload.event) === index);
  expect(firsts.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
  await second.stop();
});
