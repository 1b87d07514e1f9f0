import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { createWallet } from './create-wallet';

export const handler = endpoint(contract, createWallet);
