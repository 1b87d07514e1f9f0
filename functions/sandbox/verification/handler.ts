import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { decideVerification } from './decide-verification';

export const handler = endpoint(contract, decideVerification);
