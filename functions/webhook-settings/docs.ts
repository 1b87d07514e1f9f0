import { noWebhookSecret, writeContention } from '#shared/api/problems';
import { defineDocs } from '#shared/contract/define-docs';
import { testNotification, WEBHOOK_URL, webhookSettings } from '#shared/webhooks/examples';
import { contract as getContract } from './get/contract';
import { contract as rotateSecretContract } from './rotate-secret/contract';
import { contract as testContract } from './test/contract';
import { contract as updateContract } from './update/contract';

export const getWebhookSettings = defineDocs(getContract, {
  sdk: ['webhookSettings.get', 'Reads the settings without the secret.'],
  description:
    'Returns the webhook settings without any secret. `url` is null until you set a URL, and after you clear the URL. `previousSecretsExpireAt` contains the times until which replaced secrets also sign.',
  example: { data: webhookSettings },
});

export const rotateWebhookSecret = defineDocs(rotateSecretContract, {
  sdk: [
    'webhookSettings.rotateSecret',
    'Creates a new signing secret, which is shown once. The previous secret also signs for 24 hours.',
  ],
  description:
    'Replaces the signing secret and returns the new secret, which is shown once. For 24 hours, every delivery also contains the signature of the replaced secret, after the signature of the new secret. Your endpoint can change to the new secret at any time in these 24 hours. At most three secrets are valid: the newest secret and the two previous secrets. Therefore a second rotation does not end the secret that your endpoint uses. A third rotation within 24 hours ends the oldest secret immediately. Two concurrent rotations both return a valid secret. If you never set a URL, there is no secret, and the response is 409.',
  example: {
    data: {
      secret: 'whsec_YW5vdGhlciBzZWNyZXQgb2YgdGhlIGRvY3VtZW50YXRpb24=',
      previousExpiresAt: '2026-01-16T17:12:30.000Z',
    },
  },
  refusals: [noWebhookSecret()],
});

export const sendTestWebhook = defineDocs(testContract, {
  sdk: ['webhookSettings.sendTest', 'Sends a `TEST_EVENT` to your URL.'],
  description:
    'Sends a `TEST_EVENT` to your URL, regardless of `eventTypes`. We sign, retry and record a test like every other event. The response is the notification. Read the notification again to see the result. Without a URL, we record the test as `NOT_SENT`.',
  example: { data: testNotification },
});

export const updateWebhookSettings = defineDocs(updateContract, {
  sdk: [
    'webhookSettings.update',
    'Sets the URL and the events. The response to the first URL contains `secret`, which is shown once. If you lose that response, call `rotateSecret()`: a repeated call returns no secret.',
  ],
  description:
    'Sets the URL that receives the webhooks. Null clears the URL. The URL must be https, with at most 2,048 characters and without credentials. If the host is an IP address, the address must be public. With `eventTypes`, we send only these events and record all other events as `NOT_SENT`. Without `eventTypes`, we send all events. Each call replaces both values. If two calls are concurrent, the values of the later call apply. The response to the first URL contains the signing `secret`, which is shown once. Without a URL, we record notifications as `NOT_SENT`.',
  body: {
    about: 'The URL and the events. They replace the previous values.',
    url: 'Null clears the URL.',
    eventTypes: 'Events to send. By default, or with null, all events.',
  },
  example: {
    body: { url: WEBHOOK_URL },
    data: { ...webhookSettings, secret: 'whsec_c2FtcGxlIHNlY3JldCBvZiB0aGUgZG9jdW1lbnRhdGk=' },
  },
  refusals: [writeContention()],
});
