import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { rotateSecret } from './rotate-secret';

export const handler = partnerEndpoint(contract, rotateSecret);
