import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { expireDeclaration } from './expire-declaration';

export const handler = partnerEndpoint(contract, expireDeclaration);
