import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { listUserAccounts } from './list-user-accounts';

export const handler = endpoint(contract, listUserAccounts);
