import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { deleteUserAccount } from './delete-user-account';

export const handler = endpoint(contract, deleteUserAccount);
