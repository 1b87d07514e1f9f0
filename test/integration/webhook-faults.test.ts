import { expect, it } from 'vitest';
import { type ApiClient, until } from '#local/partner/api-client';
import { newReceiver } from '#test/support/lifetime';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

const running = await sharedStack();

const set = (partner: ApiClient, body: unknown) => partner.put('/sandbox/webhook-faults', body);

async function sendTest(partner: ApiClient) {
  const { id } = (await partner.post('/webhook-settings/test')).body.data;
  const read = async () => (await partner.get(`/webhook-notifications/${id}`)).body.data;
  await until(async () => (await read()).status === 'SENT');
  return read();
}

it('injected faults of delivery hold until they are switched off', async () => {
  const [partner, receiver] = [await running.newPartner(), await newReceiver()];
  await partner.put('/webhook-settings', { url: receiver.url });
  expect((await set(partner, { mode: 'DROP_FIRST_ATTEMPT', rate: 1 })).status).toBe(200);
  expect((await sendTest(partner)).attempts).toMatchObject([
    { statusCode: null, error: 'Dropped by the sandbox, as asked for' },
    { statusCode: 200, error: null },
  ]);
  expect(receiver.received).toHaveLength(1);
  expect((await set(partner, { mode: 'NONE', rate: 0 })).status).toBe(200);
  expect((await sendTest(partner)).attempts).toMatchObject([{ statusCode: 200, error: null }]);
});
