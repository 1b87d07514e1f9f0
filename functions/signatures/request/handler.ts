import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { contract } from './contract';
import { requestSignatures } from './request-signatures';

export const handler = partnerEndpoint(contract, requestSignatures);
