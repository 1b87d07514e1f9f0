import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { requestSignatures } from './request-signatures';

export const handler = partnerEndpoint(contract, requestSignatures);
