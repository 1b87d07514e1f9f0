import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { listSignatures } from './list-signatures';

export const handler = partnerEndpoint(contract, listSignatures);
