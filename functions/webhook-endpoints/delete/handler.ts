import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { deleteEndpoint } from './delete-endpoint';

export const handler = partnerEndpoint(contract, deleteEndpoint);
