import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { createReceiver } from './create-receiver';

export const handler = endpoint(contract, createReceiver);
