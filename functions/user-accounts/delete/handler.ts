import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { deleteUserAccount } from './delete-user-account';

export const handler = partnerEndpoint(contract, deleteUserAccount);
