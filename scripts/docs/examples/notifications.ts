import type { Example } from './example';

const delivered = {
  status: 'SENT',
  retryAttempts: 1,
  manualRetryCount: 0,
  createdAt: '2026-01-15T16:30:20.401Z',
  updatedAt: '2026-01-15T16:30:20.655Z',
} as const;

interface Ids {
  readonly userId: string;
  readonly transactionId: string;
  readonly notificationId: string;
  readonly earlierNotificationId: string;
}

/** How the webhooks of the story's transaction went out. */
export function notificationExamples({ userId, transactionId, notificationId, earlierNotificationId }: Ids): {
  readonly listWebhookNotifications: Example<'listWebhookNotifications'>;
  readonly getWebhookNotification: Example<'getWebhookNotification'>;
} {
  return {
    listWebhookNotifications: {
      query: { status: 'SENT', limit: 2 },
      body: undefined,
      data: {
        count: 7,
        total: 7,
        data: [
          { id: notificationId, ...delivered, eventType: 'COMPLETED_CROSS_RAMP' },
          {
            id: earlierNotificationId,
            ...delivered,
            createdAt: '2026-01-15T16:30:18.396Z',
            updatedAt: '2026-01-15T16:30:18.611Z',
            eventType: 'BANK_TRANSFER_PENDING_CROSS_RAMP',
          },
        ],
        nextCursor: 'MTowMTliYzJiZC1jYjAwLTdjOWUtOGQxNy0zZTYwYjJmNGE5YzU',
      },
    },
    getWebhookNotification: {
      path: { id: notificationId },
      body: undefined,
      data: {
        id: notificationId,
        ...delivered,
        payload: {
          type: 'TRANSACTION',
          event: 'COMPLETED_CROSS_RAMP',
          transactionId,
          externalUserId: 'customer-1042',
          firstName: 'Ana',
          lastName: 'García',
          id: notificationId,
          userId,
          sequence: 5,
          occurredAt: '2026-01-15T16:30:20.401Z',
          status: 'COMPLETED',
          sourceCurrency: 'MXN',
          targetCurrency: 'USD',
          sourceAmount: '2000.01',
          targetAmount: '106.42',
          rate: '0.05388777734',
          blockchain: null,
        },
        latestErrorPayload: null,
        nextAttemptAt: null,
        lastManualRetryAt: null,
        replayCount: 0,
        version: 2,
        attempts: [
          {
            at: '2026-01-15T16:30:20.655Z',
            statusCode: 200,
            durationMs: 41,
            error: null,
            responseBody: null,
          },
        ],
      },
    },
  };
}
