import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { readOnboarding } from './read-onboarding';

export const handler = partnerEndpoint(contract, readOnboarding);
