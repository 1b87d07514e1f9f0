import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { provideInformation } from './provide-information';

export const handler = partnerEndpoint(contract, provideInformation);
