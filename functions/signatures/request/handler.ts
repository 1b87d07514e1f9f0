import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { requestSignatures } from './request-signatures';

export const handler = endpoint(contract, requestSignatures);
