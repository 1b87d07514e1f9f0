import { defineContract } from '#shared/contract/define-contract';

export const contract = defineContract({ id: 'getAllowedAddresses', response: 'AllowedAddresses' });
