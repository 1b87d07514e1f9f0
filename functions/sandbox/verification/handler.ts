import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { contract } from './contract';
import { decideVerification } from './decide-verification';

export const handler = partnerEndpoint(contract, decideVerification);
