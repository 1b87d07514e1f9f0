import { webhookEndpointNotFound } from '#shared/api/problems';
import { defineDocs } from '#shared/http/docs';
import { webhookEndpoint } from '#shared/webhooks/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['webhookEndpoints.get', 'Reads an endpoint. The secret is not in it.'],
  description: 'Returns one endpoint without any secret. The id of the webhook settings is that of the first one.',
  parameters: { id: 'Id of an endpoint.' },
  example: { path: { id: webhookEndpoint.id }, data: webhookEndpoint },
  refusals: [webhookEndpointNotFound()],
});
