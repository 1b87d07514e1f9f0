import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { sendTest } from './send-test';

export const handler = partnerEndpoint(contract, sendTest);
