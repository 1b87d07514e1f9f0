import { webhookEndpointNotFound, writeContention } from '#shared/api/problems';
import { defineDocs } from '#shared/http/docs';
import { FURTHER_URL, webhookEndpoint } from '#shared/webhooks/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['webhookEndpoints.update', 'Sets the target and the events of an endpoint, both as a whole.'],
  description:
    'Sets the target and the events of an endpoint, both as a whole: without `eventTypes` all events are sent. An endpoint with a URL keeps to URLs, and one with an event bus to event buses, else 409; the first one has a URL. Of two calls at the same moment the later one stands. Secrets stay; the next attempt of every delivery goes to the new target. Of the first endpoint it sets the webhook settings, and the answer to the first URL carries its `secret`.',
  parameters: { id: 'Id of an endpoint.' },
  body: {
    about: 'Where to send, and what. Takes the place of what was set before.',
    url: 'By the rules of the webhook settings. Null or absent for an event bus.',
    eventBusArn: 'An event bus in an AWS account of yours, in any public region. Null or absent for a URL.',
    eventTypes: 'Only these events are sent; absent or null, all of them.',
  },
  example: {
    path: { id: webhookEndpoint.id },
    body: { url: FURTHER_URL, eventTypes: ['COMPLETED_CROSS_RAMP', 'FAILED_CROSS_RAMP'] },
    data: webhookEndpoint,
  },
  refusals: [webhookEndpointNotFound(), writeContention()],
});
