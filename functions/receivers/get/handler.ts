import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { getReceiver } from './get-receiver';

export const handler = endpoint(contract, getReceiver);
