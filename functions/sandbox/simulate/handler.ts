import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { simulate } from './simulate';

export const handler = endpoint(contract, simulate);
