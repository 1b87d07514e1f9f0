import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { readKyb } from './read-kyb';

export const handler = endpoint(contract, readKyb);
