import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { retryNotification } from './retry-notification';

export const handler = endpoint(contract, retryNotification);
