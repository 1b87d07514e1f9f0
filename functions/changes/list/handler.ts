import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { listChanges } from './list-changes';

export const handler = partnerEndpoint(contract, listChanges);
