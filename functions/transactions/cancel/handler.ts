import { endpoint } from '#shared/http/edge';
import { cancelTransaction } from './cancel-transaction';
import { contract } from './contract';

export const handler = endpoint(contract, cancelTransaction);
