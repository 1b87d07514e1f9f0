import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '#local/partner/api-client';
import { PartnerRamp } from '#sdk/client';
import { writeAtomically } from '#shared/dynamodb/unit-of-work';
import { newId } from '#shared/values/ids';
import { deliveryStore } from '#shared/webhooks/deliveries/repository';
import { MAX_DELIVERIES, MAX_KEPT_ATTEMPTS } from '#shared/webhooks/domain/delivery';
import { testPayload } from '#shared/webhooks/domain/payload';
import type { DeliveryItem } from '#shared/webhooks/item';
import { newEndpointDelivery, newNotificationItem, notificationItemWrites } from '#shared/webhooks/repository';
import { type SharedStack, sharedStack } from '#test/support/shared-stack/shared-stack';
import { writeItems } from '#test/support/write-items';

/** Nothing listens there. */
const CLOSED = 'http://127.0.0.1:1';
/** The longest answer that is kept, a JSON object, and so the error of its attempt. */
const ANSWER = JSON.stringify({ error: 'e'.repeat(4096 - 12) });

const attempts = Array.from({ length: MAX_KEPT_ATTEMPTS }, (_, at) => ({
  at: new Date(Date.parse('2026-01-15T12:00:00.000Z') + at * 60_000).toISOString(),
  ...{ statusCode: 503, durationMs: 10_000, error: 'HTTP 503' },
}));
const exhausted = { status: 'FAILED', retryAttempts: 5, version: 6, nextReleased: true } as const;

let running: SharedStack;
let partner: ApiClient;
let endpointId: string;
let id: string;

beforeAll(async () => {
  running = await sharedStack();
  partner = await running.newPartner();
  await partner.put('/webhook-settings', { url: CLOSED });
  const added = [];
  for (const name of ['b', 'c', 'd', 'e'])
    added.push((await partner.post('/webhook-endpoints', { url: `${CLOSED}/${name}` })).body.data.id);
  endpointId = String(added[0]);
  const deleted = Array.from({ length: MAX_DELIVERIES - added.length }, () => newId(Date.now()));
  const notification = newNotificationItem({
    subject: { kind: 'PARTNER', id: partner.partnerId },
    ...{ sequence: 1000, partnerId: partner.partnerId, event: 'TEST_EVENT', userId: null, deliver: false },
    ...{ payload: testPayload(), atMs: Date.now(), endpointIds: [...added, ...deleted] },
  });
  id = notification.id;
  await writeAtomically(notificationItemWrites(notification));
  // As releases before stored it, and as deliveries are stored now.
  const answered = attempts.map((attempt) => ({ ...attempt, responseBody: ANSWER }));
  const deliveries = [...added, ...deleted].map((endpoint) => {
    const rest = newEndpointDelivery(notification, endpoint, Date.now());
    return { ...rest, ...exhausted, attempts: attempts.map((one) => ({ ...one, answerStored: true as const })) };
  });
  await writeItems([{ ...notification, ...exhausted, attempts: answered, latestErrorPayload: ANSWER }, ...deliveries]);
  const store = async (delivery: DeliveryItem) => {
    for (const { at } of attempts) await deliveryStore.putAnswer(delivery, { at, text: ANSWER });
  };
  await Promise.all(deliveries.map(store));
});
afterAll(() => running?.release());

describe('a notification with as many deliveries, attempts and answers as there can be', () => {
  const answersOf = (delivery: { attempts: { responseBody: string }[] }) =>
    delivery.attempts.map(({ responseBody }) => responseBody);

  it('is shown with every answer', async () => {
    const { status, body } = await partner.get(`/webhook-notifications/${id}`);
    expect(status).toBe(200);
    const shown = [body.data, ...body.data.deliveries];
    expect(shown).toHaveLength(1 + MAX_DELIVERIES);
    for (const delivery of shown) expect(answersOf(delivery)).toEqual(attempts.map(() => ANSWER));
    expect(body.data.latestErrorPayload).toEqual(JSON.parse(ANSWER));
  });

  it('is retried by the SDK, which sends a key with every call', async () => {
    const client = new PartnerRamp({ apiKey: partner.apiKey, baseUrl: partner.baseUrl });
    const retried = await client.webhookNotifications.retry(id, { endpointId });
    expect(retried).toMatchObject({ status: 'FAILED', latestErrorPayload: JSON.parse(ANSWER) });
    expect(retried.deliveries?.[0]).toMatchObject({ endpointId, status: 'PENDING', manualRetryCount: 1 });
  });

  it('answers a repeated key with the same status and body', async () => {
    const key = { headers: { 'idempotency-key': `retry-of-${id}` } };
    const [first, second] = [
      await partner.post(`/webhook-notifications/${id}/retry`, undefined, key),
      await partner.post(`/webhook-notifications/${id}/retry`, undefined, key),
    ];
    expect(first.status, first.text.slice(0, 200)).toBe(200);
    expect(first.body.data).toMatchObject({ status: 'PENDING', manualRetryCount: 1, latestErrorPayload: null });
    expect([second.status, second.text]).toEqual([first.status, first.text]);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(first.headers.get('idempotency-replayed')).toBeNull();
  });
});
