import { defineContract } from '#shared/contract/define-contract';

export const contract = defineContract({ id: 'getBranding', response: 'Branding' });
