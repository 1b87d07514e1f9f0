import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { signAsOwner } from './sign-as-owner';

export const handler = partnerEndpoint(contract, signAsOwner);
