import { defineDocs } from '#shared/http/docs';
import { webhookFaults } from '#shared/webhooks/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['sandbox.getWebhookFaults', 'Reads which faults deliveries have.'],
  description: 'Returns the fault injection of your deliveries, in the sandbox only.',
  example: { data: webhookFaults },
});
