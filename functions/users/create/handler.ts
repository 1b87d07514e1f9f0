import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { createUser } from './create-user';

export const handler = endpoint(contract, createUser);
