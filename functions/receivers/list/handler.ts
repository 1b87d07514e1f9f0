import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { listReceivers } from './list-receivers';

export const handler = endpoint(contract, listReceivers);
