import { describe, expect, it } from 'vitest';
import { type ApiClient, until } from '#local/partner/api-client';
import type { Receiver } from '#local/partner/webhook-receiver';
import { newReceiver } from '#test/support/lifetime';
import { sharedStack } from '#test/support/shared-stack/shared-stack';
import { allItems } from '#test/support/table-census';

const running = await sharedStack();

async function listen(partner: ApiClient): Promise<Receiver> {
  const receiver = await newReceiver();
  await partner.put('/webhook-settings', { url: receiver.url });
  return receiver;
}

const replay = (partner: ApiClient, body?: unknown) => partner.post('/webhook-notifications/replay', body);
const readCount = async (partner: ApiClient, query: string): Promise<number> =>
  (await partner.get(`/webhook-notifications?${query}`)).body.data.count;

describe('a replay to a further endpoint', () => {
  const FIRST = 'http://127.0.0.1:1/';
  async function addEndpoint(partner: ApiClient, eventTypes?: string[]) {
    const receiver = await newReceiver();
    const { body } = await partner.post('/webhook-endpoints', { url: receiver.url, eventTypes });
    return { receiver, endpointId: String(body.data.id) };
  }
  const idsAt = ({ received }: Receiver) => received.map(({ id }) => id);
  const deliveriesOf = async (partner: ApiClient) =>
    (await allItems(running.stack, partner.partnerId)).filter(({ entity }) => entity === 'DELIVERY');
  const hasEnded = ({ status }: Record<string, unknown>) => status === 'SENT' || status === 'FAILED';

  it('brings a new one the last hour, in order and once, and then what happens', async () => {
    const partner = await running.newPartner();
    const first = await listen(partner);
    const userId = await partner.verifiedUser();
    const created = await partner.post('/cross-ramp', partner.crossRamp(userId));
    await until(() => first.received.length === 7);
    const { receiver, endpointId } = await addEndpoint(partner);
    const lastHour = { endpointId, createdFrom: new Date(Date.now() - 3_600_000).toISOString() };
    expect((await replay(partner, lastHour)).body.data).toEqual({ accepted: 7, nextCreatedFrom: null });
    await until(() => receiver.received.length === 7);
    const sequences = (of: Receiver, transactionId: string | undefined) =>
      of.received
        .map(({ body }) => JSON.parse(body))
        .filter((payload) => payload.transactionId === transactionId)
        .map(({ sequence }) => sequence);
    expect(sequences(receiver, created.body.data.id)).toEqual([1, 2, 3, 4, 5]);
    expect(sequences(receiver, undefined)).toEqual([1, 2]);
    const sent = (of: Receiver) => of.received.map(({ id, body }) => `${id} ${body}`).toSorted();
    expect(sent(receiver)).toEqual(sent(first));

    await partner.verifiedUser();
    await until(() => receiver.received.length === 9 && first.received.length === 9);
    await until(async () => (await deliveriesOf(partner)).every(hasEnded));
    expect((await replay(partner, { ...lastHour, status: 'NOT_SENT' })).body.data.accepted).toBe(0);
    const { data } = (await partner.get(`/webhook-notifications/${receiver.received[0]?.id}`)).body;
    expect(data).toMatchObject({ status: 'SENT', replayCount: 0, deliveries: [{ endpointId, status: 'SENT' }] });
    expect((await replay(partner, { ...lastHour, eventType: 'VERIFIED_USER' })).body.data.accepted).toBe(2);
    await until(() => receiver.received.length === 11);
    expect([first.received.length, (await deliveriesOf(partner)).length]).toEqual([9, 9]);
  });

  it('ten times at once, to two endpoints, makes each delivery once', async () => {
    const partner = await running.newPartner();
    await partner.put('/webhook-settings', { url: FIRST, eventTypes: ['COMPLETED_CROSS_RAMP'] });
    await partner.verifiedUser();
    for (let count = 0; count < 3; count += 1) await partner.post('/webhook-settings/test');
    await until(async () => (await readCount(partner, 'status=PENDING')) === 0);
    const [one, two] = [await addEndpoint(partner), await addEndpoint(partner, ['VERIFIED_USER', 'CREATED_KYC'])];
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, at) => replay(partner, { endpointId: (at % 2 === 0 ? one : two).endpointId })),
    );
    for (const { status, text } of responses) expect(status, text).toBe(202);
    expect(responses.map(({ body }) => body.data.accepted).reduce((sum, count) => sum + count, 0)).toBe(7);
    await until(async () => (await deliveriesOf(partner)).every(hasEnded));
    expect(await deliveriesOf(partner)).toHaveLength(7);
    expect([new Set(idsAt(one.receiver)).size, idsAt(one.receiver).length]).toEqual([5, 5]);
    expect(two.receiver.received.map(({ body }) => JSON.parse(body).event)).toEqual(['CREATED_KYC', 'VERIFIED_USER']);
  });
});

describe('a replay', () => {
  it('ten times at once sends each notification once', async () => {
    const partner = await running.newPartner();
    for (let count = 0; count < 5; count += 1) await partner.post('/webhook-settings/test');
    const receiver = await listen(partner);
    const responses = await Promise.all(Array.from({ length: 10 }, () => replay(partner, { status: 'NOT_SENT' })));
    expect(responses.map(({ body }) => body.data.accepted).reduce((sum, count) => sum + count, 0)).toBe(5);
    await until(async () => (await readCount(partner, 'status=SENT')) === 5);
    expect(receiver.received).toHaveLength(5);
  });
});
