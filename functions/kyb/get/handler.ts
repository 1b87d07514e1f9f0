import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { contract } from './contract';
import { readKyb } from './read-kyb';

export const handler = partnerEndpoint(contract, readKyb);
