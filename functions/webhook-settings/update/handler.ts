import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { updateSettings } from './update-settings';

export const handler = partnerEndpoint(contract, updateSettings);
