import { defineContract } from '#shared/http/contract';

export const contract = defineContract({ id: 'getWebhookFaults', stages: 'sandbox', response: 'WebhookFaults' });
