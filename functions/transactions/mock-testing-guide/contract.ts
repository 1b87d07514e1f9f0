import { defineContract } from '#shared/contract/define-contract';

export const contract = defineContract({ id: 'getMockTestingGuide', response: 'MockTestingGuide' });
