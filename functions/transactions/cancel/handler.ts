import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { cancelTransaction } from './cancel-transaction';
import { contract } from './contract';

export const handler = partnerEndpoint(contract, cancelTransaction);
