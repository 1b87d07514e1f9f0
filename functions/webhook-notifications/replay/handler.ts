import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { replayNotifications } from './replay-notifications';

export const handler = endpoint(contract, replayNotifications);
