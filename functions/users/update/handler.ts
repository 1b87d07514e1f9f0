import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { contract } from './contract';
import { updateUser } from './update-user';

export const handler = partnerEndpoint(contract, updateUser);
