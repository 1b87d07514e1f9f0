import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { contract } from './contract';
import { readBalances } from './read-balances';

export const handler = partnerEndpoint(contract, readBalances);
