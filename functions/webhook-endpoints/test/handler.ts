import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { testEndpoint } from './test-endpoint';

export const handler = partnerEndpoint(contract, testEndpoint);
