import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { contract } from './contract';
import { listTransactions } from './list-transactions';

export const handler = partnerEndpoint(contract, listTransactions);
