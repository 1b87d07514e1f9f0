import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { contract } from './contract';
import { retryNotification } from './retry-notification';

export const handler = partnerEndpoint(contract, retryNotification);
