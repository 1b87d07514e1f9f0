import { expect, it } from 'vitest';
import { contract } from '#functions/webhook-notifications/get/contract';
import { handler } from '#functions/webhook-notifications/get/handler';
import { notificationNotFound } from '#shared/api/problems';
import { describeEndpoint } from '#test/support/handlers/describe-endpoint';
import { storeAttempted, storeNotification } from '#test/support/handlers/notifications';
import { createWorld, type World } from '#test/support/handlers/world';

describeEndpoint(contract, handler, {
  request: async (world) => ({ path: { id: (await storeNotification(world)).id } }),
  foreign: 'NOT_FOUND',
  unknown: { id: notificationNotFound() },
  shows: 'transactions:read',
});

const show = (world: World, id: string) => world.call(handler, { path: { id } });
const at = '2026-01-15T12:00:00.000Z';
const ended = '2026-01-15T12:00:00.040Z';
const attempt = { at, statusCode: 200, durationMs: 40, error: null, responseBody: null };

const pending = {
  ...{ status: 'PENDING', retryAttempts: 0, manualRetryCount: 0, createdAt: at, updatedAt: at },
  ...{ latestErrorPayload: null, nextAttemptAt: at, lastManualRetryAt: null, replayCount: 0, version: 1, attempts: [] },
  deliveries: [],
};
const sent = { ...pending, status: 'SENT', retryAttempts: 1, version: 2, nextAttemptAt: null, updatedAt: ended };
const failed = {
  ...{ ...sent, status: 'FAILED', latestErrorPayload: { reason: 'busy' } },
  attempts: [{ ...attempt, statusCode: 500, error: 'Status 500', responseBody: '{"reason":"busy"}' }],
};

it.each([
  ['waits for its first attempt', pending, (world: World) => storeNotification(world)],
  ['was sent', { ...sent, attempts: [attempt] }, (world: World) => storeAttempted(world, 'SENT')],
  ['has failed', failed, (world: World) => storeAttempted(world, 'FAILED')],
  [
    'was not sent',
    { ...pending, status: 'NOT_SENT', nextAttemptAt: null },
    (world: World) => storeNotification(world, 1, { deliver: false }),
  ],
])('shows a notification that %s', async (_, shown, store) => {
  const world = await createWorld('getWebhookNotification');
  const { id } = await store(world);
  const payload = { environment: 'sandbox', status: 'CANCELLED', id, userId: null, sequence: 1, occurredAt: at };
  expect((await show(world, id)).body).toEqual({ success: true, data: { id, payload, ...shown } });
  expect((await show(world, id.toUpperCase())).body.data.id).toBe(id);
});
