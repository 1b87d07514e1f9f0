import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { listReceivers } from './list-receivers';

export const handler = partnerEndpoint(contract, listReceivers);
