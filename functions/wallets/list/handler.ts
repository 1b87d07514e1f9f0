import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { listWallets } from './list-wallets';

export const handler = endpoint(contract, listWallets);
