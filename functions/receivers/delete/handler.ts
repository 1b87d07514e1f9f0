import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { deleteReceiver } from './delete-receiver';

export const handler = partnerEndpoint(contract, deleteReceiver);
