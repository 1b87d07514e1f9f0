import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { startKyc } from './start-kyc';

export const handler = partnerEndpoint(contract, startKyc);
