import { describe, expect, it } from 'vitest';
import { type ApiClient, until } from '#local/partner/api-client';
import type { Receiver } from '#local/partner/webhook-receiver';
import { INJECTED_DELAY_MS } from '#shared/webhooks/domain/fault-injection';
import { newReceiver } from '#test/support/lifetime';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

const running = await sharedStack();

const set = (partner: ApiClient, body: unknown) => partner.put('/sandbox/webhook-faults', body);

/** A partner with fault injection, and its endpoint. */
async function newPartnerWith(mode: string): Promise<{ partner: ApiClient; receiver: Receiver }> {
  const [partner, receiver] = [await running.newPartner(), await newReceiver()];
  await partner.put('/webhook-settings', { url: receiver.url });
  const answer = await set(partner, { mode, rate: 1 });
  expect([answer.status, answer.body.data]).toEqual([200, { mode, rate: 1 }]);
  return { partner, receiver };
}

async function sendTest(partner: ApiClient) {
  const { id } = (await partner.post('/webhook-settings/test')).body.data;
  const read = async () => (await partner.get(`/webhook-notifications/${id}`)).body.data;
  await until(async () => (await read()).status === 'SENT');
  return read();
}

describe('injected delivery faults', () => {
  it('can be switched off again', async () => {
    const { partner, receiver } = await newPartnerWith('DUPLICATE');
    expect((await partner.get('/sandbox/webhook-faults')).body.data).toEqual({ mode: 'DUPLICATE', rate: 1 });
    expect((await set(partner, { mode: 'NONE', rate: 0 })).status).toBe(200);
    await sendTest(partner);
    expect(receiver.received).toHaveLength(1);
  });

  it('DUPLICATE sends one attempt twice', async () => {
    const { partner, receiver } = await newPartnerWith('DUPLICATE');
    const sent = await sendTest(partner);
    expect(receiver.received.map(({ id }) => id)).toEqual([sent.id, sent.id]);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(sent).toMatchObject({ retryAttempts: 1 });
  });

  it('DELAY delays the first attempt', async () => {
    const { partner, receiver } = await newPartnerWith('DELAY');
    const sent = await sendTest(partner);
    expect(Date.parse(sent.attempts[0].at) - Date.parse(sent.createdAt)).toBeGreaterThan(4500);
    expect(receiver.received).toHaveLength(1);
  });

  it('DROP_FIRST_ATTEMPT makes the second one the first to arrive', async () => {
    const { partner, receiver } = await newPartnerWith('DROP_FIRST_ATTEMPT');
    const sent = await sendTest(partner);
    expect(receiver.received).toHaveLength(1);
    expect(sent.attempts).toMatchObject([
      { statusCode: null, error: 'Dropped by the sandbox, as asked for' },
      { statusCode: 200, error: null },
    ]);
  });

  it('SLOW sends the body slowly', async () => {
    const { partner, receiver } = await newPartnerWith('SLOW');
    const sent = await sendTest(partner);
    expect(sent.attempts[0].durationMs).toBeGreaterThan(2500);
    expect(receiver.received.map(({ body }) => JSON.parse(body))).toEqual([sent.payload]);
  });

  it('FAIL_FAST makes the first failure final, and leaves a success as it is', async () => {
    const { partner, receiver } = await newPartnerWith('FAIL_FAST');
    receiver.answer = () => ({ status: 500, body: '{"success":false}' });
    const { id } = (await partner.post('/webhook-settings/test')).body.data;
    const read = async () => (await partner.get(`/webhook-notifications/${id}`)).body.data;
    await until(async () => (await read()).status === 'FAILED');
    expect(await read()).toMatchObject({ retryAttempts: 1, latestErrorPayload: { success: false } });
    expect(receiver.received).toHaveLength(1);
    receiver.answer = () => ({ status: 200 });
    expect((await partner.post(`/webhook-notifications/${id}/retry`)).status).toBe(200);
    await until(async () => (await read()).status === 'SENT');
    expect(receiver.received).toHaveLength(2);
  });

  it('REORDER lets a later event of a transaction overtake', async () => {
    const { partner, receiver } = await newPartnerWith('REORDER');
    const userId = await partner.verifiedUser();
    await partner.post('/cross-ramp', partner.crossRamp(userId));
    const webhooks = () =>
      receiver.received.map(({ body }) => JSON.parse(body)).filter(({ type }) => type === 'TRANSACTION');
    await until(() => webhooks().length === 5);
    const sequences = webhooks().map(({ sequence }) => sequence);
    expect(sequences.toSorted()).toEqual([1, 2, 3, 4, 5]);
    const atMs = (wanted: number) =>
      Date.parse(webhooks().find(({ sequence }) => sequence === wanted)?.occurredAt ?? '');
    // On a machine where the second event comes this late, the first is not held back for long enough.
    if (atMs(2) - atMs(1) < INJECTED_DELAY_MS / 2) expect(sequences[0]).toBe(2);
  });
});
