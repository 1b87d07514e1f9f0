import { tooManyWebhookEndpoints, writeContention } from '#shared/api/problems';
import { defineDocs } from '#shared/http/docs';
import { MAX_ENDPOINTS } from '#shared/webhooks/domain/endpoints';
import { FURTHER_URL, webhookEndpoint } from '#shared/webhooks/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  description:
    'Adds an endpoint beside the first one, which the webhook settings hold; five in all. Each has its own URL, events and secret, and its own delivery of every notification: attempts, retries and order at one do not wait for another. It is sent what happens from now on. The answer carries its signing `secret`, which is shown this once.',
  body: {
    about: 'The URL to send to, and what to send.',
    url: 'By the rules of the webhook settings.',
    eventTypes: 'Only these events are sent; absent or null, all of them.',
  },
  example: {
    body: { url: FURTHER_URL, eventTypes: ['COMPLETED_CROSS_RAMP', 'FAILED_CROSS_RAMP'] },
    data: { ...webhookEndpoint, secret: 'whsec_dGhlIHNlY3JldCBvZiBhIGZ1cnRoZXIgZW5kcG9pbnQuLi4=' },
  },
  refusals: [tooManyWebhookEndpoints(MAX_ENDPOINTS), writeContention()],
});
