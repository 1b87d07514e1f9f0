import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { startOnboarding } from './start-onboarding';

export const handler = partnerEndpoint(contract, startOnboarding);
