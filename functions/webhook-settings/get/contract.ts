import { defineContract } from '#shared/contract/define-contract';

export const contract = defineContract({ id: 'getWebhookSettings', response: 'WebhookSettings' });
