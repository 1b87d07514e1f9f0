import { webhookEndpointNotFound, writeContention } from '#shared/api/problems';
import { defineDocs } from '#shared/http/docs';
import { FURTHER_URL, webhookEndpoint } from '#shared/webhooks/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  description:
    'Sets the URL and the events of an endpoint, both as a whole: without `eventTypes` all events are sent. Of two calls at the same moment the later one stands. Secrets stay; the next attempt of every delivery goes to the new URL. Of the first endpoint it sets the webhook settings, and the answer to the first URL carries its `secret`.',
  parameters: { id: 'Id of an endpoint.' },
  body: {
    about: 'The URL to send to, and what to send. Takes the place of what was set before.',
    url: 'By the rules of the webhook settings.',
    eventTypes: 'Only these events are sent; absent or null, all of them.',
  },
  example: {
    path: { id: webhookEndpoint.id },
    body: { url: FURTHER_URL, eventTypes: ['COMPLETED_CROSS_RAMP', 'FAILED_CROSS_RAMP'] },
    data: webhookEndpoint,
  },
  refusals: [webhookEndpointNotFound(), writeContention()],
});
