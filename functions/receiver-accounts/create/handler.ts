import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { createReceiverAccount } from './create-receiver-account';

export const handler = endpoint(contract, createReceiverAccount);
