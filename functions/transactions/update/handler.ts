import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { contract } from './contract';
import { updateTransaction } from './update-transaction';

export const handler = partnerEndpoint(contract, updateTransaction);
