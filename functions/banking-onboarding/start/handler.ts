import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { startOnboarding } from './start-onboarding';

export const handler = endpoint(contract, startOnboarding);
