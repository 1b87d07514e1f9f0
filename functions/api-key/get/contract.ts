import { defineContract } from '#shared/contract/define-contract';

export const contract = defineContract({ id: 'getApiKey', response: 'ApiKey' });
