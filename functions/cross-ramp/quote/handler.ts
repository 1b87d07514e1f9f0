import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { lockQuote } from './lock-quote';

export const handler = partnerEndpoint(contract, lockQuote);
