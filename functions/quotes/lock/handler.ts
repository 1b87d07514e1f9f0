import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { lockQuote } from './lock-quote';

export const handler = endpoint(contract, lockQuote);
