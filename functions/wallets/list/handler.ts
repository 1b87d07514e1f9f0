import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { listWallets } from './list-wallets';

export const handler = partnerEndpoint(contract, listWallets);
