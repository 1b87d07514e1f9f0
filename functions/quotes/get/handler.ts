import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { getQuote } from './get-quote';

export const handler = partnerEndpoint(contract, getQuote);
