import { defineDocs, wholeList } from '#shared/http/docs';
import { firstWebhookEndpoint, webhookEndpoint } from '#shared/webhooks/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['webhookEndpoints.list', 'Lists all endpoints, the first one first.'],
  description:
    'Lists your endpoints: the first one, which the webhook settings hold (`isDefault`), then the others in the order of their creation. No secret is among them.',
  example: { data: wholeList(firstWebhookEndpoint, webhookEndpoint) },
});
