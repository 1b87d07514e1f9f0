import { notificationNotFound } from '#shared/api/problems';
import { defineDocs } from '#shared/http/docs';
import { completedCrossRamp, crossRamp } from '#shared/transactions/examples';
import { userId } from '#shared/users/examples';
import { sentNotification } from '#shared/webhooks/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['webhookNotifications.get', 'Reads a notification with its last twenty attempts.'],
  description:
    "Returns one notification: the payload as it was sent, the last twenty attempts with up to 4 KB of what your endpoint answered to each, and when the next one may be made. `status` and `attempts` are of the first endpoint; `deliveries` has those of each further endpoint that is sent it. An unknown id and another partner's notification both answer 404.",
  example: {
    path: { id: sentNotification.id },
    data: {
      ...sentNotification,
      payload: {
        environment: 'sandbox',
        type: 'TRANSACTION',
        event: 'COMPLETED_CROSS_RAMP',
        transactionId: crossRamp.id,
        externalUserId: 'customer-1042',
        firstName: 'Ana',
        lastName: 'García',
        id: sentNotification.id,
        userId,
        sequence: 5,
        occurredAt: '2026-01-15T16:30:20.401Z',
        status: 'COMPLETED',
        rails: completedCrossRamp.rails,
        sourceCurrency: 'MXN',
        targetCurrency: 'USD',
        sourceAmount: '2000.01',
        targetAmount: '106.42',
        rate: '0.05388777734',
        blockchain: null,
        receiptPath: `/transactions/${crossRamp.id}/receipt`,
      },
      latestErrorPayload: null,
      nextAttemptAt: null,
      lastManualRetryAt: null,
      replayCount: 0,
      version: 2,
      attempts: [{ at: '2026-01-15T16:30:20.655Z', statusCode: 200, durationMs: 41, error: null, responseBody: null }],
      deliveries: [],
    },
  },
  refusals: [notificationNotFound()],
});
