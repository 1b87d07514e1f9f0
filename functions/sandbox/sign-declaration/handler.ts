import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { signAsOwner } from './sign-as-owner';

export const handler = endpoint(contract, signAsOwner);
