import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { getQuote } from './get-quote';

export const handler = endpoint(contract, getQuote);
