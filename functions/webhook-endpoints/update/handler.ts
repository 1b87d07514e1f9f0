import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { updateEndpoint } from './update-endpoint';

export const handler = partnerEndpoint(contract, updateEndpoint);
