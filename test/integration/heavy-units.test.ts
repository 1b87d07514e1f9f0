import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '#local/partner/api-client';
import { appendChanges } from '#shared/changes/repository';
import { writeAtomically } from '#shared/dynamodb/unit-of-work';
import { newId } from '#shared/values/ids';
import { MAX_DELIVERIES, MAX_KEPT_ATTEMPTS } from '#shared/webhooks/domain/delivery';
import { MAX_INLINE_BYTES } from '#shared/webhooks/domain/endpoint-response';
import { testPayload } from '#shared/webhooks/domain/payload';
import { newNotificationItem, notificationItemWrites } from '#shared/webhooks/repository';
import { LONGEST_RESPONSE, storeLargestNotification } from '#test/support/largest-notification';
import { newReceiver } from '#test/support/lifetime';
import type { Asked } from '#test/support/metering/counts';
import { Tally } from '#test/support/metering/tally';
import { ownStack } from '#test/support/own-stack';
import { writeItems } from '#test/support/write-items';

const NOTIFICATIONS = 100;
/** Follow-up work is complete after this time without database requests, in ms. */
const QUIET_MS = 3000;

const tally = Tally.start();

const running = await ownStack({
  settings: { WEBHOOK_DELAYS_S: '0,0,0,0,0', SANDBOX_STEP_MS: '3600000' },
});
const receiver = await newReceiver();

/**
 * Counts the capacity units of a function for one request. Uses `fetch`, because tests compare the responses of `ApiClient` with
 * the OpenAPI document. The minimal items of these tests do not match the document.
 */
async function unitsOf(id: string, { baseUrl, apiKey }: ApiClient, path: string, body?: object): Promise<Asked> {
  tally.begin();
  const response = await fetch(`${baseUrl}/api/partner/v2${path}`, {
    headers: { 'partner-api-key': apiKey, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const { functions } = tally.end();
  expect(response.status, text.slice(0, 300)).toBeLessThan(300);
  const own = Object.entries(functions).find(([key]) => key.endsWith(`-${id}Function`))?.[1];
  if (own === undefined) throw new Error(`${id} asked nothing of the database`);
  return own;
}

describe('reads of notifications with as many attempts as are kept, and the longest responses that stand beside them', () => {
  let partner: ApiClient;
  let endpointId: string;
  beforeAll(async () => {
    partner = await running.newPartner();
    endpointId = (await partner.post('/webhook-endpoints', { url: receiver.url })).body.data.id;
    const attempts = Array.from({ length: MAX_KEPT_ATTEMPTS }, () => ({
      ...{ at: new Date().toISOString(), statusCode: 503, durationMs: 10_000, error: 'HTTP 503' },
      responseBody: 'x'.repeat(MAX_INLINE_BYTES),
    }));
    const latestErrorPayload = JSON.stringify({ error: 'x'.repeat(MAX_INLINE_BYTES - 12) });
    const items = Array.from({ length: NOTIFICATIONS }, (_, at) =>
      newNotificationItem({
        subject: { kind: 'TX', id: newId(Date.now()) },
        ...{ sequence: 1, partnerId: partner.partnerId, event: 'TEST_EVENT', userId: null, deliver: false },
        ...{ payload: testPayload(), atMs: Date.now() - at * 1000 },
      }),
    );
    for (const item of items) await writeAtomically(notificationItemWrites(item));
    await writeItems(items.map((item) => ({ ...item, attempts, latestErrorPayload, version: 21 })));
    // The stream functions also write the notifications. The test waits until they finish, because a conflict would make a
    // request read the notifications again.
    tally.begin();
    await tally.endWhenQuiet(QUIET_MS);
  });

  it('cost two units an item in a page of a hundred', async () => {
    const { reads } = await unitsOf('listWebhookNotifications', partner, '/webhook-notifications?limit=100');
    expect(reads).toBeGreaterThan(NOTIFICATIONS);
    expect(reads).toBeLessThanOrEqual(2.5 * NOTIFICATIONS);
  });

  it('cost the same in a replay to an endpoint', async () => {
    const { reads } = await unitsOf('replayWebhookNotifications', partner, '/webhook-notifications/replay', {
      endpointId,
    });
    expect(reads).toBeGreaterThan(NOTIFICATIONS);
    expect(reads).toBeLessThanOrEqual(2.5 * NOTIFICATIONS);
  });
});

describe('reads of a feed with the fullest pages', () => {
  const PAGES = 60;
  const firstMs = Date.now() - PAGES * 60_000;
  let partner: ApiClient;
  beforeAll(async () => {
    partner = await running.newPartner();
    for (let page = 0; page < PAGES; page += 1) {
      const changes = Array.from({ length: 25 }, (_, at) => ({
        change: {
          ...{ type: 'USER' as const, id: `user-${at}`, version: page, at: new Date().toISOString() },
          // Text that compression reduces by at most a quarter.
          resource: JSON.stringify({ note: randomBytes(4425).toString('base64') }),
        },
        ...{ partition: `USER#${page}`, seq: String(page * 25 + at).padStart(40, '0') },
      }));
      await appendChanges(partner.partnerId, changes, firstMs + page * 60_000);
    }
  });
  const unitsOfFeed = async (query: string) => (await unitsOf('listChanges', partner, `/changes?${query}`)).reads;

  it('take two pages for one change, and three small reads for a time', async () => {
    const two = await unitsOfFeed('limit=1');
    expect(two).toBeGreaterThan(45);
    expect(two).toBeLessThanOrEqual(60);
    const from = new Date(firstMs + 30 * 60_000).toISOString();
    expect(await unitsOfFeed(`limit=1&from=${from}`)).toBeLessThanOrEqual(two + 3);
  });

  it('end after some five hundred units where the type is rare', async () => {
    const reads = await unitsOfFeed('limit=1&types=BANK_ACCOUNT');
    expect(reads).toBeGreaterThan(240);
    expect(reads).toBeLessThanOrEqual(500);
  });
});

/**
 * These tests run last. The second test retries notification 1000 of a partner that has no earlier notifications. The delivery
 * waits for them and reads the table again and again. A later test could not wait until the table is quiet.
 */
describe('the largest notification', () => {
  let partner: ApiClient;
  let endpointId: string;
  let id: string;
  beforeAll(async () => {
    partner = await running.newPartner();
    await partner.put('/webhook-settings', { url: 'http://127.0.0.1:1' });
    endpointId = String((await partner.post('/webhook-endpoints', { url: receiver.url })).body.data.id);
    id = await storeLargestNotification(partner.partnerId, [endpointId]);
  });

  it('costs the units of its responses where it is shown', async () => {
    const { reads } = await unitsOf('getWebhookNotification', partner, `/webhook-notifications/${id}`);
    const responses = ((1 + MAX_DELIVERIES) * MAX_KEPT_ATTEMPTS * LONGEST_RESPONSE.length) / 4096;
    expect(reads).toBeGreaterThan(responses);
    expect(reads).toBeLessThanOrEqual(1.2 * responses);
  });

  it('is retried for few units, whatever endpoints returned', async () => {
    const { reads } = await unitsOf('retryWebhookNotification', partner, `/webhook-notifications/${id}/retry`, {
      endpointId,
    });
    expect(reads).toBeLessThanOrEqual(60);
  });
});
