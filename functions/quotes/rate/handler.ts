import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { readRate } from './read-rate';

export const handler = endpoint(contract, readRate);
