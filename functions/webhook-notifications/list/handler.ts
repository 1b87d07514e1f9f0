import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { contract } from './contract';
import { listNotifications } from './list-notifications';

export const handler = partnerEndpoint(contract, listNotifications);
