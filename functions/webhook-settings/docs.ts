import { noWebhookSecret, writeContention } from '#shared/api/problems';
import { defineDocs } from '#shared/contract/define-docs';
import { testNotification, WEBHOOK_URL, webhookSettings } from '#shared/webhooks/examples';
import { contract as getContract } from './get/contract';
import { contract as rotateSecretContract } from './rotate-secret/contract';
import { contract as testContract } from './test/contract';
import { contract as updateContract } from './update/contract';

export const getWebhookSettings = defineDocs(getContract, {
  sdk: ['webhookSettings.get', 'Reads the settings. The secret is not among them.'],
  description:
    'Returns the webhook settings without any secret. `url` is null before the first one is set and after it was cleared. `previousSecretsExpireAt` says until when replaced secrets sign beside the newest one.',
  example: { data: webhookSettings },
});

export const rotateWebhookSecret = defineDocs(rotateSecretContract, {
  sdk: [
    'webhookSettings.rotateSecret',
    'Makes a new signing secret, shown this once. The one before signs as well for 24 hours.',
  ],
  description:
    'Replaces the signing secret and returns the new one, shown this once. For 24 hours every delivery also carries the signature of the replaced secret, after that of the new one, so that your endpoint can change over at any moment. Three secrets are live at most, the newest and the two before it, so a second rotation does not end the secret that your endpoint still knows; a third within the 24 hours ends the oldest at once. Of rotations at the same moment each returns a secret that is live. Before the first URL was set there is no secret, and the response is 409.',
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
    'Sends a `TEST_EVENT` the way every event goes: signed, tried again when it fails, and on record, whatever `eventTypes` says. The response is the notification; read it again to see what became of it. Without a URL it is recorded as `NOT_SENT`.',
  example: { data: testNotification },
});

export const updateWebhookSettings = defineDocs(updateContract, {
  sdk: [
    'webhookSettings.update',
    'Sets the URL and the events. The response to the first URL holds `secret`, which is shown this once: should that response be lost, a repeated call has none, and `rotateSecret()` makes another.',
  ],
  description:
    'Sets the URL that webhooks are sent to, or clears it with null. It must be https, at most 2,048 characters, without credentials, and a literal address in it must be public. With `eventTypes` only those events are sent, and all others are recorded as `NOT_SENT`; leave it out for all events. The call sets both as a whole, and of two at the same moment the later one stands. The response to the first URL carries the signing `secret`, which is shown this once. While there is no URL, notifications are recorded as `NOT_SENT`.',
  body: {
    about: 'The URL to send to, and what to send. Takes the place of what was set before.',
    url: 'Null clears it.',
    eventTypes: 'Only these events are sent; absent or null, all of them.',
  },
  example: {
    body: { url: WEBHOOK_URL },
    data: { ...webhookSettings, secret: 'whsec_c2FtcGxlIHNlY3JldCBvZiB0aGUgZG9jdW1lbnRhdGk=' },
  },
  refusals: [writeContention()],
});
