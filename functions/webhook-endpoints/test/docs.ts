import { webhookEndpointNotFound } from '#shared/api/problems';
import { defineDocs } from '#shared/http/docs';
import { endpointTest, webhookEndpoint } from '#shared/webhooks/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['webhookEndpoints.sendTest', 'Sends a `TEST_EVENT` to one endpoint.'],
  description:
    'Sends a `TEST_EVENT` to this endpoint alone, whatever its `eventTypes` says. The answer is the notification, with its delivery among `deliveries`; the notification itself is `NOT_SENT`, since the first endpoint is not sent it. Of the first endpoint this is the test of the webhook settings.',
  parameters: { id: 'Id of an endpoint.' },
  example: { path: { id: webhookEndpoint.id }, data: endpointTest },
  refusals: [webhookEndpointNotFound()],
});
