import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { updateUser } from './update-user';

export const handler = partnerEndpoint(contract, updateUser);
