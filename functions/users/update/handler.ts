import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { updateUser } from './update-user';

export const handler = endpoint(contract, updateUser);
