import { describe, expect, it } from 'vitest';
import { PartnerRamp } from '#sdk/client';
import { MAX_DELIVERIES, MAX_KEPT_ATTEMPTS } from '#shared/webhooks/domain/delivery';
import { LONGEST_RESPONSE, storeLargestNotification } from '#test/support/largest-notification';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

/** Nothing listens there. */
const CLOSED = 'http://127.0.0.1:1';

const running = await sharedStack();
const partner = await running.newPartner();
await partner.put('/webhook-settings', { url: CLOSED });
const added: string[] = [];
for (const name of ['b', 'c', 'd', 'e'])
  added.push(String((await partner.post('/webhook-endpoints', { url: `${CLOSED}/${name}` })).body.data.id));
const [endpointId = ''] = added;
const id = await storeLargestNotification(partner.partnerId, added);

describe('a notification with as many deliveries, attempts and responses as there can be', () => {
  const responsesOf = (delivery: { attempts: { responseBody: string }[] }) =>
    delivery.attempts.map(({ responseBody }) => responseBody);

  it('is shown with every response', async () => {
    const { status, body } = await partner.get(`/webhook-notifications/${id}`);
    expect(status).toBe(200);
    const shown = [body.data, ...body.data.deliveries];
    expect(shown).toHaveLength(1 + MAX_DELIVERIES);
    for (const delivery of shown)
      expect(responsesOf(delivery)).toEqual(Array(MAX_KEPT_ATTEMPTS).fill(LONGEST_RESPONSE));
    expect(body.data.latestErrorPayload).toEqual(JSON.parse(LONGEST_RESPONSE));
  });

  it('is retried by the SDK, which sends a key with every call', async () => {
    const client = new PartnerRamp({ apiKey: partner.apiKey, baseUrl: partner.baseUrl });
    const retried = await client.webhookNotifications.retry(id, { endpointId });
    expect(retried).toMatchObject({ status: 'FAILED', latestErrorPayload: JSON.parse(LONGEST_RESPONSE) });
    expect(retried.deliveries?.[0]).toMatchObject({ endpointId, status: 'PENDING', manualRetryCount: 1 });
  });

  it('returns a repeated key with the same status and body', async () => {
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
