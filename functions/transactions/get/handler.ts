import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { getTransaction } from './get-transaction';

export const handler = endpoint(contract, getTransaction);
