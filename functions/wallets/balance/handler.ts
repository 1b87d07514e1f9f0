import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { readBalances } from './read-balances';

export const handler = endpoint(contract, readBalances);
