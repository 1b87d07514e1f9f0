import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { createUser } from './create-user';

export const handler = partnerEndpoint(contract, createUser);
