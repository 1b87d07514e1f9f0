import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { getTransaction } from './get-transaction';

export const handler = partnerEndpoint(contract, getTransaction);
