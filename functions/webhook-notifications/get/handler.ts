import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { getNotification } from './get-notification';

export const handler = partnerEndpoint(contract, getNotification);
