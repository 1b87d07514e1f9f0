import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { listUsers } from './list-users';

export const handler = partnerEndpoint(contract, listUsers);
