import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { rotateEndpointSecret } from './rotate-endpoint-secret';

export const handler = partnerEndpoint(contract, rotateEndpointSecret);
