import { webhookEndpointNotFound, writeContention } from '#shared/api/problems';
import { deletedAt } from '#shared/bank-accounts/examples';
import { defineDocs } from '#shared/http/docs';
import { webhookEndpoint } from '#shared/webhooks/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: [
    'webhookEndpoints.delete',
    'Deletes an endpoint; of the first one it clears the URL. Pending deliveries end as `FAILED`.',
  ],
  description:
    'Deletes an endpoint: nothing more is made for it, and its pending deliveries end as `FAILED` at their next attempt, which says why. The first endpoint cannot be deleted; its URL is cleared, as with `{"url": null}` in the webhook settings.',
  parameters: { id: 'Id of an endpoint.' },
  example: { path: { id: webhookEndpoint.id }, data: { id: webhookEndpoint.id, deletedAt } },
  refusals: [webhookEndpointNotFound(), writeContention()],
});
