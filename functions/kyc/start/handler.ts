import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { contract } from './contract';
import { startKyc } from './start-kyc';

export const handler = partnerEndpoint(contract, startKyc);
