import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { contract } from './contract';
import { readCapabilities } from './read-capabilities';

export const handler = partnerEndpoint(contract, readCapabilities);
