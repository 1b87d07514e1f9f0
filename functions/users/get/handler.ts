import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { getUser } from './get-user';

export const handler = partnerEndpoint(contract, getUser);
