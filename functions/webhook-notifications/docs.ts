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
    "Returns one notification: the payload as it was sent, the last twenty attempts with up to 4 KB of what your endpoint returned to each, and when the next one may be made. `status` and `attempts` are of the first endpoint; `deliveries` has those of each further endpoint that is sent it. An unknown id and another partner's notification both return 404. A restricted key needs the scope of the subject too: `transactions:read`, `kyc:read` or `owners:read`.",
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
  sdk: ['webhookNotifications.list', 'Lists notifications, newest first unless asked otherwise.'],
  description:
    'Lists the notifications made for you, newest first unless asked otherwise, with their delivery status. `status`, `eventType`, `transactionId`, `userId`, `createdFrom` and `createdTo` narrow the list and can be combined; with `userId`, dates, or a status and an event, one request looks at a bounded part of the list, as for transactions. A notification is on record when the response that caused it arrives, whether or not it could be sent. A restricted key sees the notifications whose subjects it may read: transactions, verifications (`kyc`), signatures (`owners`). `transactionId`, or an `eventType` beyond its scopes, returns 403 `INSUFFICIENT_SCOPE`.',
  parameters: {
    eventType: 'Only this event.',
    transactionId: 'Only what tells of this transaction; an unknown one has nothing.',
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
    'Sends the oldest notifications of a range again, 1,000 at most; `nextCreatedFrom` is where to go on. With `endpointId` they go to that endpoint alone, also those of before it was made.',
  ],
  description:
    'Sends the notifications of a range again, unchanged in id and body, oldest first, at most 1,000 in a call: also those that were `SENT`, and those that were `NOT_SENT` for want of a URL or left out by `eventTypes`. Left out are those on their way, and a `FAILED` one that has used its three manual retries. Every filter may be absent. `accepted` tells how many go out; when the range holds more, `nextCreatedFrom` is the `createdFrom` to go on with. A replay counts apart from manual retries, and what it sends does not keep new events waiting. While no URL is set nothing is accepted. With `endpointId` they are sent to that endpoint alone, also what happened before it was made: of the events that it chooses now, whatever became of them at the first endpoint. `status` is then that of its own deliveries, `NOT_SENT` where it has none. A notification shows twenty endpoints at most: one more takes the place of the oldest deleted one.',
  body: {
    about: 'Which notifications to send again.',
    endpointId: 'Of the endpoint that they are sent to; absent, the first one.',
    status: 'Only this status. PENDING ones are never replayed.',
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
    'Gives a `FAILED` notification five more attempts, at the first endpoint or at the one of `endpointId`. Ten calls are allowed in any 60 seconds; beyond that the service asks to wait up to 60 seconds, and this client does so.',
  ],
  description:
    'Begins a new round of five attempts, the first at once, for a notification that is `FAILED`; id and body stay the same. A notification can be retried three times. Ten calls are allowed in any 60 seconds, whatever they return; beyond that the response is 429, which does not count, with the seconds to wait in `Retry-After`: they can be up to 60, whatever the message says. Without a URL the attempts fail. With `endpointId` it is the delivery to that endpoint that is sent again, with three retries of its own. The attempts in the response come without `responseBody`, which the notification by its id shows. A restricted key needs the scope of the subject too, as for the notification by its id.',
  body: {
    about: 'Which endpoint to send to again.',
    endpointId: 'Of the endpoint whose delivery has failed; absent, the first one.',
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
