import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { deleteWallet } from './delete-wallet';

export const handler = endpoint(contract, deleteWallet);
