import { writeContention } from '#shared/api/problems';
import { defineDocs } from '#shared/http/docs';
import { WEBHOOK_URL, webhookSettings } from '#shared/webhooks/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: [
    'webhookSettings.update',
    'Sets the URL and the events. The answer to the first URL holds `secret`, which is shown this once: should that answer be lost, a repeated call has none, and `rotateSecret()` makes another.',
  ],
  description:
    'Sets the URL that webhooks are sent to, or clears it with null. It must be https, at most 2,048 characters, without credentials, and a literal address in it must be public. With `eventTypes` only those events are sent, and all others are recorded as `NOT_SENT`; leave it out for all events. The call sets both as a whole, and of two at the same moment the later one stands. The answer to the first URL carries the signing `secret`, which is shown this once. While there is no URL, notifications are recorded as `NOT_SENT`.',
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
