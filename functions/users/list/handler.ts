import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { contract } from './contract';
import { listUsers } from './list-users';

export const handler = partnerEndpoint(contract, listUsers);
