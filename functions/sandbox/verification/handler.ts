import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { decideVerification } from './decide-verification';

export const handler = partnerEndpoint(contract, decideVerification);
