import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { contract } from './contract';
import { signAsOwner } from './sign-as-owner';

export const handler = partnerEndpoint(contract, signAsOwner);
