import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { listUserAccounts } from './list-user-accounts';

export const handler = partnerEndpoint(contract, listUserAccounts);
