import { tooManyWebhookEndpoints, writeContention } from '#shared/api/problems';
import { defineDocs } from '#shared/http/docs';
import { MAX_ENDPOINTS } from '#shared/webhooks/domain/endpoint';
import { FURTHER_URL, webhookEndpoint } from '#shared/webhooks/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: [
    'webhookEndpoints.create',
    'Adds an endpoint with a `url` or an `eventBusArn`. For a URL the answer holds its `secret`, which is shown this once; an event bus has none.',
  ],
  description:
    'Adds an endpoint beside the first one, which the webhook settings hold; five in all. It sends to a `url` or to an Amazon EventBridge bus of yours, by `eventBusArn`: give exactly one. Each has its own events, and its own delivery of every notification: attempts, retries and order at one do not wait for another. It is sent what happens from now on. For a URL the answer carries its signing `secret`, which is shown this once. For an event bus there is none, because events are not signed: put `eventAccountId` and `eventSource` of the answer into the policy of the bus, and its deliveries succeed.',
  body: {
    about: 'Where to send, and what.',
    url: 'By the rules of the webhook settings. Null or absent for an event bus.',
    eventBusArn: 'An event bus in an AWS account of yours, in any public region. Null or absent for a URL.',
    eventTypes: 'Only these events are sent; absent or null, all of them.',
  },
  example: {
    body: { url: FURTHER_URL, eventTypes: ['COMPLETED_CROSS_RAMP', 'FAILED_CROSS_RAMP'] },
    data: { ...webhookEndpoint, secret: 'whsec_dGhlIHNlY3JldCBvZiBhIGZ1cnRoZXIgZW5kcG9pbnQuLi4=' },
  },
  refusals: [tooManyWebhookEndpoints(MAX_ENDPOINTS), writeContention()],
});
