import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { listReceiverAccounts } from './list-receiver-accounts';

export const handler = partnerEndpoint(contract, listReceiverAccounts);
