import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { readRate } from './read-rate';

export const handler = partnerEndpoint(contract, readRate);
