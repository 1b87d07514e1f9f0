import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { readGuide } from './read-guide';

export const handler = partnerEndpoint(contract, readGuide);
