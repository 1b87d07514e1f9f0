import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { deleteWallet } from './delete-wallet';

export const handler = partnerEndpoint(contract, deleteWallet);
