import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { createUserAccount } from './create-user-account';

export const handler = partnerEndpoint(contract, createUserAccount);
