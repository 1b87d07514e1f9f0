import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { getUser } from './get-user';

export const handler = endpoint(contract, getUser);
