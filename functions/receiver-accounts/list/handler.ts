import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { listReceiverAccounts } from './list-receiver-accounts';

export const handler = endpoint(contract, listReceiverAccounts);
