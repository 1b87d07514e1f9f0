import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { getFaultInjection } from './get-fault-injection';

export const handler = partnerEndpoint(contract, getFaultInjection);
