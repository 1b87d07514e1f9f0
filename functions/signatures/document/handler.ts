import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { readSignatureDocument } from './read-signature-document';

export const handler = partnerEndpoint(contract, readSignatureDocument(__dirname));
