import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { listUsers } from './list-users';

export const handler = endpoint(contract, listUsers);
