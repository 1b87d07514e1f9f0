import {
  notificationNotFailed,
  notificationNotFound,
  tooManyRetries,
  webhookEndpointNotFound,
} from '#shared/api/problems';
import { defineDocs } from '#shared/contract/define-docs';
import { annotations, completedCrossRamp, crossRamp } from '#shared/transactions/examples';
import { userId } from '#shared/users/examples';
import { sentNotification, testNotification, webhookSettings } from '#shared/webhooks/examples';
import { contract as getContract } from './get/contract';
import { contract as listContract } from './list/contract';
import { contract as replayContract } from './replay/contract';
import { contract as retryContract } from './retry/contract';

export const getWebhookNotification = defineDocs(getContract, {
  sdk: ['webhookNotifications.get', 'Reads a notification with its last twenty attempts.'],
  description:
    "Returns one notification with its payload and its last twenty attempts. Each attempt contains up to 4 KB of your endpoint's response. `nextAttemptAt` is the earliest time of the next attempt. `status` and `attempts` describe the delivery to the default endpoint. `deliveries` contains the deliveries to additional endpoints. An unknown id or another partner's notification returns 404. A key with scopes also requires the scope of the subject: `transactions:read`, `kyc:read` or `owners:read`.",
  example: {
    path: { id: sentNotification.id },
    data: {
      ...sentNotification,
      payload: {
        environment: 'sandbox',
        type: 'TRANSACTION',
        event: 'COMPLETED_CROSS_RAMP',
        transactionId: crossRamp.id,
        ...annotations,
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

export const listWebhookNotifications = defineDocs(listContract, {
  sdk: ['webhookNotifications.list', 'Lists notifications, by default newest first.'],
  description:
    'Lists your notifications with their delivery status, by default newest first. You can combine the filters `status`, `eventType`, `transactionId`, `userId`, `createdFrom` and `createdTo`. With `userId`, dates, or both `status` and `eventType`, one request scans only a part of the list, as for transactions. If a request causes a notification, the notification is in the list before you receive the response, even without a delivery. A key with scopes lists only notifications about the subjects in its scopes: transactions, verifications (`kyc`), signatures (`owners`). A filter by `transactionId` or `eventType` outside the scopes returns 403 `INSUFFICIENT_SCOPE`.',
  parameters: {
    eventType: 'Only this event.',
    transactionId: 'Only events of this transaction. For an unknown id, the list is empty.',
  },
  example: {
    query: { status: 'SENT', limit: 2 },
    data: {
      count: 7,
      total: 7,
      data: [
        { ...sentNotification, eventType: 'COMPLETED_CROSS_RAMP' },
        {
          ...sentNotification,
          id: '019bc2bd-cb00-7c9e-8d17-3e60b2f4a9c5',
          createdAt: '2026-01-15T16:30:18.396Z',
          updatedAt: '2026-01-15T16:30:18.611Z',
          eventType: 'BANK_TRANSFER_PENDING_CROSS_RAMP',
        },
      ],
      nextCursor: 'azNYcTB2VDliUnpBOjAxOWJjMmJkLWNiMDAtN2M5ZS04ZDE3LTNlNjBiMmY0YTljNQ',
    },
  },
});

export const replayWebhookNotifications = defineDocs(replayContract, {
  sdk: [
    'webhookNotifications.replay',
    'Sends the oldest notifications of a range again, at most 1,000. `nextCreatedFrom` is the start of the next call. With `endpointId`, only that endpoint receives them, even events before its creation.',
  ],
  description:
    "Sends the notifications of a range again, oldest first, with the same ids and bodies. One call sends at most 1,000. A replay includes `SENT` and `NOT_SENT` notifications, even if `eventTypes` excluded them. A replay excludes `PENDING` notifications, and `FAILED` notifications after three manual retries. All filters are optional. `accepted` is the number of notifications that we send. If more notifications match, `nextCreatedFrom` is the `createdFrom` of your next call. A replay does not count as a manual retry and does not delay new events. If no URL is set, `accepted` is 0. With the `endpointId` of an additional endpoint, only that endpoint receives the notifications, including events before its creation. The replay then sends only events in the endpoint's current `eventTypes`. `status` then means the status at that endpoint (`NOT_SENT` without a delivery). A notification has deliveries to at most twenty additional endpoints. One more delivery replaces the oldest delivery to a deleted endpoint.",
  body: {
    about: 'The notifications to send again.',
    endpointId: 'Id of the receiving endpoint. By default the default endpoint.',
    status: 'Only this status. A replay always excludes PENDING.',
    eventType: 'Only this event.',
    createdFrom: 'Created at or after this ISO 8601 instant.',
    createdTo: 'Created at or before this ISO 8601 instant.',
  },
  example: {
    body: { status: 'SENT', eventType: 'COMPLETED_CROSS_RAMP', createdFrom: '2026-01-15T16:00:00.000Z' },
    data: { accepted: 1, nextCreatedFrom: null },
  },
  refusals: [webhookEndpointNotFound()],
});

const refusedAt = (time: string) => ({
  at: `2026-01-15T${time}Z`,
  statusCode: 503,
  durationMs: 38,
  error: 'HTTP 503',
});
const retriedAt = '2026-01-15T17:10:08.512Z';

export const retryWebhookNotification = defineDocs(retryContract, {
  sdk: [
    'webhookNotifications.retry',
    'Starts up to five more attempts of a `FAILED` notification, at the default endpoint or at the endpoint `endpointId`. Ten calls are allowed in any 60 seconds. Above this limit, this client waits up to 60 seconds.',
  ],
  description:
    'Starts up to five more attempts of a `FAILED` notification, the first immediately, with the same id and body. You can retry a notification three times. Ten calls are allowed in any 60 seconds, including calls that return 409. Further calls return 429 and do not count. Wait for the seconds in `Retry-After`, up to 60, and ignore the time in the message. Without a URL, the attempts fail. With `endpointId`, the call retries the delivery to that endpoint, also up to three times. The attempts in the response do not contain `responseBody`. To read `responseBody`, request the notification by its id. A key with scopes also requires the scope of the subject, as for this request.',
  body: {
    about: 'The endpoint of the retry.',
    endpointId: 'Id of the endpoint to retry. By default the default endpoint.',
  },
  example: {
    path: { id: testNotification.id },
    body: { endpointId: webhookSettings.id },
    data: {
      ...testNotification,
      manualRetryCount: 1,
      nextAttemptAt: retriedAt,
      lastManualRetryAt: retriedAt,
      version: 7,
      updatedAt: retriedAt,
      attempts: ['16:31:45.201', '16:32:47.833', '16:38:02.417', '16:48:31.960', '17:04:12.385'].map(refusedAt),
    },
  },
  refusals: [
    notificationNotFound(),
    webhookEndpointNotFound(),
    notificationNotFailed(testNotification.id),
    tooManyRetries(60),
  ],
});
