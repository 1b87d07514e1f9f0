import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { expireDeclaration } from './expire-declaration';

export const handler = endpoint(contract, expireDeclaration);
