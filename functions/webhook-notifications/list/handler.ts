import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { listNotifications } from './list-notifications';

export const handler = endpoint(contract, listNotifications);
