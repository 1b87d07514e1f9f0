import { defineContract } from '#shared/contract/define-contract';

export const contract = defineContract({ id: 'getWebhookFaults', stages: 'sandbox', response: 'WebhookFaults' });
