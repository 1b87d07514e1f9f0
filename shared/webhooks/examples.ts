/** Example webhook settings and notifications for the documentation. */
import type * as z from 'zod/mini';
import { partnerId } from '#shared/users/examples';
import type * as schemas from './response-schema';

export const WEBHOOK_URL = 'https://partner.example.com/webhooks';

export const webhookSettings: z.infer<typeof schemas.WebhookSettings> = {
  id: '019bc2b0-1f41-7b52-b6f0-93c5d1e87a20',
  partnerId,
  url: WEBHOOK_URL,
  eventTypes: null,
  secretRotatedAt: null,
  previousSecretsExpireAt: [],
  createdAt: '2026-01-15T16:15:22.112Z',
  updatedAt: '2026-01-15T16:16:05.730Z',
};

const { partnerId: _, ...firstEndpoint } = webhookSettings;

const health = {
  status: 'UNKNOWN',
  lastSuccessAt: null,
  lastFailureAt: null,
  failingSince: null,
  lastError: null,
} as const;

const noEventBus = { eventBusArn: null, eventSource: null, eventAccountId: null };

export const firstWebhookEndpoint: z.infer<typeof schemas.WebhookEndpoint> = {
  ...firstEndpoint,
  ...noEventBus,
  isDefault: true,
  health: { ...health, status: 'HEALTHY', lastSuccessAt: '2026-01-15T16:30:20.655Z' },
};

export const FURTHER_URL = 'https://ledger.example.com/events';

export const webhookEndpoint: z.infer<typeof schemas.WebhookEndpoint> = {
  id: '019bc2c0-4d11-7f3a-a2c6-0b9e5d7f4c18',
  isDefault: false,
  url: FURTHER_URL,
  ...noEventBus,
  eventTypes: ['COMPLETED_CROSS_RAMP', 'FAILED_CROSS_RAMP'],
  secretRotatedAt: null,
  previousSecretsExpireAt: [],
  health,
  createdAt: '2026-01-15T16:33:04.785Z',
  updatedAt: '2026-01-15T16:33:04.785Z',
};

/** Notification of the completed transaction. */
export const sentNotification = {
  id: '019bc2bd-d2d0-7583-9e64-c1f7a05b3d82',
  status: 'SENT',
  retryAttempts: 1,
  manualRetryCount: 0,
  createdAt: '2026-01-15T16:30:20.401Z',
  updatedAt: '2026-01-15T16:30:20.655Z',
} as const;

const testId = '019bc2bf-1a30-7d62-8b0e-5c7f12a4e9d8';
const sentAt = '2026-01-15T16:31:45.072Z';

export const testNotification: z.infer<typeof schemas.WebhookNotification> = {
  id: testId,
  status: 'PENDING',
  retryAttempts: 0,
  manualRetryCount: 0,
  payload: {
    environment: 'sandbox',
    type: 'TEST',
    event: 'TEST_EVENT',
    id: testId,
    userId: null,
    sequence: 1,
    occurredAt: sentAt,
  },
  latestErrorPayload: null,
  nextAttemptAt: sentAt,
  lastManualRetryAt: null,
  replayCount: 0,
  version: 1,
  createdAt: sentAt,
  updatedAt: sentAt,
  attempts: [],
  deliveries: [],
};

const endpointTestId = '019bc2c1-0e52-7a67-9d3f-84b2c6e1f705';

/** Test notification of an additional endpoint, before the first attempt. `NOT_SENT` is the status for the default endpoint. */
export const endpointTest: z.infer<typeof schemas.WebhookNotification> = {
  ...testNotification,
  id: endpointTestId,
  status: 'NOT_SENT',
  payload: { ...testNotification.payload, id: endpointTestId, sequence: 2, occurredAt: '2026-01-15T16:33:54.194Z' },
  nextAttemptAt: null,
  createdAt: '2026-01-15T16:33:54.194Z',
  updatedAt: '2026-01-15T16:33:54.194Z',
  deliveries: [
    {
      endpointId: webhookEndpoint.id,
      status: 'PENDING',
      retryAttempts: 0,
      manualRetryCount: 0,
      nextAttemptAt: '2026-01-15T16:33:54.194Z',
      attempts: [],
    },
  ],
};

export const webhookFaults: z.infer<typeof schemas.WebhookFaults> = { mode: 'DUPLICATE', rate: 0.25 };
