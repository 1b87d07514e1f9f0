import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { contract } from './contract';
import { simulate } from './simulate';

export const handler = partnerEndpoint(contract, simulate);
