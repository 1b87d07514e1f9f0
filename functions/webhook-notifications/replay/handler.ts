import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { replayNotifications } from './replay-notifications';

export const handler = partnerEndpoint(contract, replayNotifications);
