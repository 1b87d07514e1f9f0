import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { createUserAccount } from './create-user-account';

export const handler = endpoint(contract, createUserAccount);
