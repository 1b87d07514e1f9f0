import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { setFaultInjection } from './set-fault-injection';

export const handler = partnerEndpoint(contract, setFaultInjection);
