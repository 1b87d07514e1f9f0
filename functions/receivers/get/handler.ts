import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { getReceiver } from './get-receiver';

export const handler = partnerEndpoint(contract, getReceiver);
