import {
  notificationNotFailed,
  notificationNotFound,
  tooManyRetries,
  webhookEndpointNotFound,
} from '#shared/api/problems';
import { defineDocs } from '#shared/http/docs';
import { testNotification, webhookSettings } from '#shared/webhooks/examples';
import { contract } from './contract';

const refusedAt = (time: string) => ({
  at: `2026-01-15T${time}Z`,
  statusCode: 503,
  durationMs: 38,
  error: 'HTTP 503',
});
const retriedAt = '2026-01-15T17:10:08.512Z';

export const docs = defineDocs(contract, {
  sdk: [
    'webhookNotifications.retry',
    'Gives a `FAILED` notification five more attempts, at the first endpoint or at the one of `endpointId`. Ten calls are allowed in any 60 seconds; beyond that the service asks to wait up to 60 seconds, and this client does so.',
  ],
  description:
    'Begins a new round of five attempts, the first at once, for a notification that is `FAILED`; id and body stay the same. A notification can be retried three times. Ten calls are allowed in any 60 seconds, whatever they answer; beyond that the answer is 429, which does not count, with the seconds to wait in `Retry-After`: they can be up to 60, whatever the message says. Without a URL the attempts fail. With `endpointId` it is the delivery to that endpoint that is sent again, with three retries of its own. The attempts in the answer come without `responseBody`, which the notification by its id shows.',
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
