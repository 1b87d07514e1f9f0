import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { getNotification } from './get-notification';

export const handler = endpoint(contract, getNotification);
