/** Examples of what partners do with their webhooks beyond receiving them. */
import type { ResponseData } from '#shared/api/response-schemas';
import type { Example } from './example';

type WebhookOperation =
  | 'rotateWebhookSecret'
  | 'sendTestWebhook'
  | 'retryWebhookNotification'
  | 'replayWebhookNotifications'
  | 'setWebhookFaults'
  | 'getWebhookFaults';

const testId = '019bc2bf-1a30-7d62-8b0e-5c7f12a4e9d8';

const test: ResponseData<'WebhookNotification'> = {
  id: testId,
  status: 'PENDING',
  retryAttempts: 0,
  manualRetryCount: 0,
  payload: {
    type: 'TEST',
    event: 'TEST_EVENT',
    id: testId,
    userId: null,
    sequence: 1,
    occurredAt: '2026-01-15T16:31:45.072Z',
  },
  latestErrorPayload: null,
  nextAttemptAt: '2026-01-15T16:31:45.072Z',
  lastManualRetryAt: null,
  replayCount: 0,
  version: 1,
  createdAt: '2026-01-15T16:31:45.072Z',
  updatedAt: '2026-01-15T16:31:45.072Z',
  attempts: [],
};

function refused(at: string) {
  return {
    at: `2026-01-15T${at}Z`,
    statusCode: 503,
    durationMs: 38,
    error: 'HTTP 503',
    responseBody: 'upstream is down',
  };
}

const faults: ResponseData<'WebhookFaults'> = { mode: 'DUPLICATE', rate: 0.25 };

export const webhookExamples: { readonly [Id in WebhookOperation]: Example<Id> } = {
  sendTestWebhook: { body: undefined, data: test },
  retryWebhookNotification: {
    path: { id: testId },
    body: undefined,
    data: {
      ...test,
      manualRetryCount: 1,
      nextAttemptAt: '2026-01-15T17:10:08.512Z',
      lastManualRetryAt: '2026-01-15T17:10:08.512Z',
      version: 7,
      updatedAt: '2026-01-15T17:10:08.512Z',
      attempts: [
        refused('16:31:45.201'),
        refused('16:32:47.833'),
        refused('16:38:02.417'),
        refused('16:48:31.960'),
        refused('17:04:12.385'),
      ],
    },
  },
  replayWebhookNotifications: {
    body: { status: 'SENT', eventType: 'COMPLETED_CROSS_RAMP', createdFrom: '2026-01-15T16:00:00.000Z' },
    data: { accepted: 1, nextCreatedFrom: null },
  },
  rotateWebhookSecret: {
    body: undefined,
    data: {
      secret: 'whsec_YW5vdGhlciBzZWNyZXQgb2YgdGhlIGRvY3VtZW50YXRpb24=',
      previousExpiresAt: '2026-01-16T17:12:30.000Z',
    },
  },
  setWebhookFaults: { body: faults, data: faults },
  getWebhookFaults: { body: undefined, data: faults },
};
