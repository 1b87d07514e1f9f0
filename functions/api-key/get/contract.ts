import { defineContract } from '#shared/http/contract';

export const contract = defineContract({ id: 'getApiKey', response: 'ApiKey' });
