import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { rotateSecret } from './rotate-secret';

export const handler = endpoint(contract, rotateSecret);
