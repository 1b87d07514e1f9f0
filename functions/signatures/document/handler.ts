import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { readSignatureDocument } from './read-signature-document';

export const handler = endpoint(contract, readSignatureDocument);
