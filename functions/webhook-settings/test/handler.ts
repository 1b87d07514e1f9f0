import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { sendTest } from './send-test';

export const handler = endpoint(contract, sendTest);
