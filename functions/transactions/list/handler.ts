import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { listTransactions } from './list-transactions';

export const handler = endpoint(contract, listTransactions);
