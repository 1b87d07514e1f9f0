import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { deleteReceiver } from './delete-receiver';

export const handler = endpoint(contract, deleteReceiver);
