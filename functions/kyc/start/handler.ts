import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { startKyc } from './start-kyc';

export const handler = endpoint(contract, startKyc);
