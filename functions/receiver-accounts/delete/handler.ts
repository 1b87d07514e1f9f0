import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { deleteReceiverAccount } from './delete-receiver-account';

export const handler = partnerEndpoint(contract, deleteReceiverAccount);
