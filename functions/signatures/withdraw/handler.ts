import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { withdrawSignature } from './withdraw-signature';

export const handler = partnerEndpoint(contract, withdrawSignature);
