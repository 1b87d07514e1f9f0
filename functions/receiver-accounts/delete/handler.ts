import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { deleteReceiverAccount } from './delete-receiver-account';

export const handler = endpoint(contract, deleteReceiverAccount);
