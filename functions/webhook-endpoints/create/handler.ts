import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { createEndpoint } from './create-endpoint';

export const handler = partnerEndpoint(contract, createEndpoint);
