import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { listSignatures } from './list-signatures';

export const handler = endpoint(contract, listSignatures);
