import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { contract } from './contract';
import { provideInformation } from './provide-information';

export const handler = partnerEndpoint(contract, provideInformation);
