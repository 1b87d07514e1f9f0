import { expect, it } from 'vitest';
import { MAX_RESPONSE_BYTES } from '#shared/http/idempotency/repository';
import { successBody } from '#shared/http/responses';
import { MAX_DELIVERIES, MAX_KEPT_ATTEMPTS } from '#shared/webhooks/domain/delivery';
import { newEndpointDelivery } from '#shared/webhooks/repository';
import { toRetriedNotificationResponse } from '#shared/webhooks/response';
import { notification, START_MS } from './fakes';

/** An attempt with the longest error message of shared/platform/network, and a response of 4 KB. */
const attempt = {
  at: new Date(START_MS).toISOString(),
  ...{
    statusCode: 503,
    durationMs: 10_000,
    error: 'Connection closed without a response',
    responseBody: 'x'.repeat(4096),
  },
};
const attempts = Array.from({ length: MAX_KEPT_ATTEMPTS }, () => attempt);

it('a notification of as many deliveries and attempts as there can be fits into an idempotency record after a retry', () => {
  const endpointIds = Array.from(
    { length: MAX_DELIVERIES },
    (_, at) => `01939000-0000-7000-8000-${100_000_000_000 + at}`,
  );
  const body = JSON.stringify({ note: 'x'.repeat(60_000) });
  const latestErrorPayload = JSON.stringify({ error: 'x'.repeat(4084) });
  const item = notification(1, { endpointIds, attempts, body, latestErrorPayload });
  const deliveries = endpointIds.map((id) => ({ ...newEndpointDelivery(item, id, START_MS), attempts }));
  const bytes = Buffer.byteLength(successBody(toRetriedNotificationResponse(item, deliveries)));
  expect(bytes).toBeLessThan(MAX_RESPONSE_BYTES / 2);
  expect(bytes).toBeGreaterThan((1 + MAX_DELIVERIES) * MAX_KEPT_ATTEMPTS * 100);
});
