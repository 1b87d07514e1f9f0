import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { contract } from './contract';
import { replayNotifications } from './replay-notifications';

export const handler = partnerEndpoint(contract, replayNotifications);
