import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, until } from '#local/partner/api-client';
import { type Receiver, startReceiver } from '#local/partner/webhook-receiver';
import { PendingWrite } from '#shared/dynamodb/unit-of-work';
import { testPayload } from '#shared/webhooks/domain/payload';
import { newNotificationItem, notificationItemWrites } from '#shared/webhooks/repository';
import { type SharedStack, sharedStack } from '#test/support/shared-stack/shared-stack';
import { allItems } from '#test/support/table-census';
import { writeItems } from '#test/support/write-items';

let running: SharedStack;
const receivers: Receiver[] = [];

beforeAll(async () => {
  running = await sharedStack();
});
afterAll(async () => {
  running?.release();
  await Promise.all(receivers.map((receiver) => receiver.stop()));
});

async function listen(partner: ApiClient): Promise<Receiver> {
  const receiver = await startReceiver();
  receivers.push(receiver);
  await partner.put('/webhook-settings', { url: receiver.url });
  return receiver;
}

const replay = (partner: ApiClient, body?: unknown) => partner.post('/webhook-notifications/replay', body);
const readCount = async (partner: ApiClient, query: string): Promise<number> =>
  (await partner.get(`/webhook-notifications?${query}`)).body.data.count;

describe('a replay', () => {
  it('sends what was not sent, in order, and what was sent again, unchanged', async () => {
    const partner = await running.newPartner();
    const userId = await partner.verifiedUser();
    const created = await partner.post('/cross-ramp', partner.crossRamp(userId));
    await until(async () => (await readCount(partner, 'status=NOT_SENT')) === 7);
    const nowhere = await replay(partner, { status: 'NOT_SENT' });
    expect([nowhere.status, nowhere.body.data]).toEqual([202, { accepted: 0, nextCreatedFrom: null }]);

    const receiver = await listen(partner);
    const first = await replay(partner, { status: 'NOT_SENT' });
    expect([first.status, first.body.data]).toEqual([202, { accepted: 7, nextCreatedFrom: null }]);
    await until(async () => (await readCount(partner, 'status=SENT')) === 7);
    const webhooks = receiver.received
      .map(({ body }) => JSON.parse(body))
      .filter(({ transactionId }) => transactionId === created.body.data.id);
    expect(webhooks.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
    expect((await replay(partner, { status: 'NOT_SENT' })).body.data.accepted).toBe(0);

    const before = [...receiver.received];
    const second = await replay(partner, { status: 'SENT', eventType: 'COMPLETED_CROSS_RAMP' });
    expect(second.body.data.accepted).toBe(1);
    await until(() => receiver.received.length === 8);
    const [again] = receiver.received.slice(7);
    expect(before.map(({ id, body }) => ({ id, body }))).toContainEqual({ id: again?.id, body: again?.body });
    await until(async () => (await readCount(partner, 'status=SENT')) === 7);
    const { data } = (await partner.get(`/webhook-notifications/${again?.id}`)).body;
    expect(data).toMatchObject({ status: 'SENT', manualRetryCount: 0, replayCount: 2, retryAttempts: 1 });
    expect(data.lastManualRetryAt).toBeNull();
    expect(data.attempts).toHaveLength(2);
  });

  it('ten times at once sends each notification once', async () => {
    const partner = await running.newPartner();
    for (let count = 0; count < 5; count += 1) await partner.post('/webhook-settings/test');
    const receiver = await listen(partner);
    const answers = await Promise.all(Array.from({ length: 10 }, () => replay(partner, { status: 'NOT_SENT' })));
    expect(answers.map(({ body }) => body.data.accepted).reduce((sum, count) => sum + count, 0)).toBe(5);
    await until(async () => (await readCount(partner, 'status=SENT')) === 5);
    expect(receiver.received).toHaveLength(5);
  });

  it('replays the oldest thousand and says where to continue, while other partners get theirs', async () => {
    const [partner, otherPartner] = [await running.newPartner(), await running.newPartner()];
    const { partnerId } = partner;
    const firstMs = Date.now() - 3_600_000;
    const stored = Array.from({ length: 1050 }, (_, index) =>
      newNotificationItem({
        subject: { kind: 'PARTNER', id: partnerId },
        sequence: index + 1,
        partnerId,
        event: 'TEST_EVENT',
        userId: null,
        payload: testPayload(),
        deliver: false,
        atMs: firstMs + index + 1,
      }),
    );
    const writes = PendingWrite.toTransactItems(stored.flatMap(notificationItemWrites));
    await writeItems(writes.flatMap(({ Put }) => Put?.Item ?? []));
    const [receiver, other] = [await listen(partner), await listen(otherPartner)];
    const [first, beside] = await Promise.all([replay(partner, {}), otherPartner.post('/webhook-settings/test')]);
    expect(first.status, first.text).toBe(202);
    const { accepted, nextCreatedFrom } = first.body.data;
    // On a slow machine one call may replay fewer than a thousand; it then says where it stopped.
    expect(accepted).toBeGreaterThan(0);
    expect(accepted).toBeLessThanOrEqual(1000);
    expect(nextCreatedFrom).toBe(new Date(firstMs + accepted + 1).toISOString());
    await until(() => other.received.length === 1);
    expect(beside.status).toBe(201);
    let [total, next, answered] = [accepted, nextCreatedFrom, true];
    while (next !== null) {
      const { status, body } = await replay(partner, { status: 'NOT_SENT', createdFrom: next });
      if (status === 202) [total, next] = [total + body.data.accepted, body.data.nextCreatedFrom];
      // On a slow machine the gateway gives up before the answer; what was begun then is not begun again.
      else answered = false;
    }
    if (answered) expect(total).toBe(1050);
    await until(async () => (await readCount(partner, 'status=NOT_SENT')) === 0);
    // The oldest are on their way first; every other one has ended or is due, which no crash can undo.
    await until(() => new Set(receiver.received.map(({ id }) => id)).size >= 100);
    const kept = (await allItems(running.stack, partnerId)).filter(({ entity }) => entity === 'NTF');
    expect(kept).toHaveLength(1050);
    const isSafe = ({ status, dueAt }: Record<string, unknown>) =>
      status === 'SENT' || status === 'FAILED' || (status === 'PENDING' && typeof dueAt === 'number');
    expect(kept.filter((item) => !isSafe(item))).toEqual([]);
  }, 240_000);
});
