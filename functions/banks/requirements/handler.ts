import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { readRequirements } from './read-requirements';

export const handler = partnerEndpoint(contract, readRequirements);
