import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { withdrawSignature } from './withdraw-signature';

export const handler = endpoint(contract, withdrawSignature);
