import { defineContract } from '#shared/contract/define-contract';
import { linkContract } from '#shared/identity/links/link-contract';

export const contract = defineContract({ ...linkContract, id: 'createKybLink', response: 'KybLink' });
