import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { getSettings } from './get-settings';

export const handler = partnerEndpoint(contract, getSettings);
